package enrich

// payRange is what people earn in a period, in a currency like the euro: from least to most, and mostly from low to high.
type payRange struct{ least, low, high, most float64 }

var payRanges = map[string]payRange{
	"hour":  {4, 6, 200, 500},
	"day":   {60, 80, 2000, 3000},
	"week":  {150, 250, 8000, 15000},
	"month": {300, 700, 25000, 40000},
	"year":  {6000, 11000, 600000, 1500000},
}

// plausible refuses figures that nobody earns in that time: a voucher, a round of funding.
func plausible(v float64, period, currency string) bool {
	r, ok := payRanges[period]
	v /= scale(currency)
	return ok && r.least <= v && v <= r.most
}

// ordinary reports whether an amount is common pay. It is stricter than plausible: no voucher or course costs as much.
func ordinary(v float64, period, currency string) bool {
	r, ok := payRanges[period]
	v /= scale(currency)
	return ok && r.low <= v && v <= r.high
}

// usualPeriod is the period that an amount without one is meant for, or nothing where it could be two.
func usualPeriod(v float64, currency string) string {
	switch currency {
	case "COP", "CLP", "ARS", "MXN", "PEN", "UYU", "PYG", "BOB", "CRC", "GTQ", "DOP": // there pay is told by the month
		if plausible(v, "month", currency) {
			return "month"
		}
		return ""
	}
	v /= scale(currency)
	switch {
	case v >= 12000:
		return "year"
	case v >= 900 && v < 9000:
		return "month"
	case v >= 7 && v <= 120:
		return "hour"
	}
	return ""
}

// scale roughly aligns currencies whose figures are much larger; it judges plausibility and converts nothing.
func scale(currency string) float64 {
	switch currency {
	case "JPY", "HUF", "RUB", "INR", "ISK", "PHP", "KES", "NGN", "UYU", "DOP", "RSD", "PKR", "LKR", "BDT", "DZD":
		return 50
	case "ARS":
		return 400
	case "KRW", "CLP", "COP", "IDR", "VND", "CRC", "XOF", "PYG":
		return 500
	case "SEK", "NOK", "DKK", "CZK", "MXN", "THB", "TWD", "UAH", "ZAR", "TRY", "EGP":
		return 8
	case "PLN", "AED", "SAR", "ILS", "BRL", "CNY", "RON", "HKD", "MYR", "MAD", "PEN", "QAR", "BOB", "GTQ", "TND":
		return 3
	}
	return 1
}
