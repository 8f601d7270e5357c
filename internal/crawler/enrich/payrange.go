package enrich

// ordinary is narrower than plausible: no voucher and no course costs as much.
func ordinary(v float64, period, currency string) bool {
	v /= scale(currency)
	switch period {
	case "hour":
		return 6 <= v && v <= 200
	case "day":
		return 80 <= v && v <= 2000
	case "week":
		return 250 <= v && v <= 8000
	case "month":
		return 700 <= v && v <= 25000
	case "year":
		return 11000 <= v && v <= 600000
	}
	return false
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

// plausible refuses figures that nobody earns in that time: a voucher, a round of funding.
func plausible(v float64, period, currency string) bool {
	v /= scale(currency)
	switch period {
	case "hour":
		return 4 <= v && v <= 500
	case "day":
		return 60 <= v && v <= 3000
	case "week":
		return 150 <= v && v <= 15000
	case "month":
		return 300 <= v && v <= 40000
	case "year":
		return 6000 <= v && v <= 1500000
	}
	return false
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
