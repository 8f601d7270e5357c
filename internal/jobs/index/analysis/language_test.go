package analysis_test

import (
	"testing"

	"rolecall/internal/jobs/index/analysis"
)

// TestLanguage detects the languages of texts of about thirty words.
func TestLanguage(t *testing.T) {
	t.Parallel()
	for want, text := range map[string]string{
		"en": "You will work with our product team on the next version of our booking platform. We are looking for an engineer who likes Kubernetes and has written services in Go or Java before.",
		"de": "Du arbeitest mit unserem Produktteam an der nächsten Version unserer Buchungsplattform. Wir suchen eine Person, die Kubernetes mag und bereits Services in Go oder Java geschrieben hat. Wir freuen uns auf dich.",
		"fr": "Vous travaillez avec notre équipe produit sur la prochaine version de notre plateforme de réservation. Nous cherchons une personne qui aime Kubernetes et qui a déjà écrit des services en Go ou Java.",
		"es": "Trabajarás con nuestro equipo de producto en la próxima versión de la plataforma de reservas. Buscamos a una persona que conozca Kubernetes y que haya escrito servicios en Go o Java para clientes grandes.",
		"it": "Lavorerai con il nostro team di prodotto sulla prossima versione della piattaforma di prenotazione. Cerchiamo una persona che conosca Kubernetes e che abbia già scritto servizi in Go o Java per i nostri clienti.",
		"nl": "Je werkt met ons productteam aan de volgende versie van het boekingsplatform. Wij zoeken een collega die Kubernetes kent en die al eerder diensten in Go of Java heeft geschreven voor onze klanten.",
		"pt": "Você vai trabalhar com a nossa equipa de produto na próxima versão da plataforma de reservas. Procuramos uma pessoa que conheça Kubernetes e que já tenha escrito serviços em Go ou Java para os clientes.",
		"sv": "Du arbetar med vårt produktteam på nästa version av bokningsplattformen. Vi söker dig som gillar Kubernetes och som har skrivit tjänster i Go eller Java. Hos oss får du ett arbete som är roligt.",
		"da": "Du arbejder sammen med vores produktteam om den næste version af bookingplatformen. Vi søger en kollega, som kan lide Kubernetes, og som har skrevet tjenester i Go eller Java. Vi glæder os til at høre fra dig.",
		"no": "Du jobber sammen med produktteamet vårt om neste versjon av bookingplattformen. Vi søker en kollega som liker Kubernetes, og som har skrevet tjenester i Go eller Java. Vi gleder oss til å høre fra deg etter ferien.",
		"fi": "Työskentelet tuotetiimin kanssa ja kehität varausalustan seuraavaa versiota. Etsimme henkilöä, joka tuntee Kubernetesin ja on kirjoittanut palveluja Go- tai Java-kielellä. Meillä sinun työsi on tärkeää, ja voit myös oppia uutta.",
		"ro": "Vei lucra cu echipa noastră de produs la următoarea versiune a platformei de rezervări. Căutăm o persoană care cunoaște Kubernetes și care a scris servicii în Go sau Java pentru clienți din mai multe țări.",
		"hu": "A termékcsapattal együtt dolgozol a foglalási rendszer következő változatán. Olyan kollégát keresünk, aki ismeri a Kubernetest, és írt már szolgáltatást Go vagy Java nyelven. Nem baj, ha még nem tudsz mindent, hogy miként kell.",
		"tr": "Ürün ekibimiz ile rezervasyon platformunun bir sonraki sürümü için çalışacaksınız. Kubernetes konusunda deneyimli ve daha önce Go veya Java ile servis yazmış bir ekip arkadaşı arıyoruz. Bu iş çok keyifli ve her gün yeni.",
		"ru": "Вы будете работать с командой продукта над новой версией платформы бронирования. Мы ищем коллегу, который знает Kubernetes и уже писал сервисы на Go или Java. Для нас важно, что вы умеете работать в команде.",
		"uk": "Ви будете працювати з командою продукту над новою версією платформи бронювання. Ми шукаємо колегу, який знає Kubernetes і вже писав сервіси на Go або Java. Для нас важливо, що ви вмієте працювати в команді.",
		"pl": "Będziesz pracować z naszym zespołem nad nową wersją platformy rezerwacji. Szukamy osoby, która zna Kubernetes i pisała już usługi w Go lub Java. Praca jest zdalna, a w zespole nie ma nadgodzin, bo dbamy o to razem.",
		"cs": "Budete pracovat s naším týmem na nové verzi rezervační platformy. Hledáme kolegu, který zná Kubernetes a už psal služby v Go nebo Java. Práce je na dálku a v týmu se učíme, jak to dělat pro zákazníky lépe.",
		"ja": "予約システムの次のバージョンをチームと一緒に開発します。Kubernetesの経験がある方を募集しています。",
		"zh": "您将与产品团队一起开发预订平台的下一个版本。我们正在寻找熟悉Kubernetes的工程师。",
	} {
		if got := analysis.Language(text); got != want {
			t.Errorf("%s: got %q, want %q", want, got, want)
		}
	}
}

func TestNoLanguageIsClaimedForNames(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":    "",
		"products": "Kubernetes, Docker, Terraform, AWS, GCP, Azure, PostgreSQL, Redis, Kafka, Go, Java, Kotlin, React, TypeScript, Node.js, GraphQL, Jenkins, GitLab, Jira, Confluence, Datadog, Grafana",
		"titles":   "Senior Software Engineer / Product Manager / Data Scientist / DevOps Engineer",
		"numbers":  "80.000 100.000 +41 44 000 00 00",
		"address":  "Example AG, Bahnhofstrasse 1, 8001 Zürich, Switzerland",
		"halves":   "Wir suchen dich für unser Team in der Schweiz und freuen uns auf dich. We are looking for you to join our team in Zurich and are happy to hear from you.",
	} {
		if got := analysis.Language(text); got != "" {
			t.Errorf("%s: got %q, want %q", name, got, "")
		}
	}
}
