package seed

import "strings"

// Lists are ordered: the first entries are picked far more often.

var sources = []string{"greenhouse", "lever", "ashby", "smartrecruiters", "workable", "recruitee", "personio", "teamtailor", "workday", "jsonld"}

var (
	firstNames = strings.Fields(`Foo Acme Alpha Beta Gamma Delta Omega Nord Süd Blau Grün Ørn Café Kwiat Baum Stern Luna Sol Mare Terra Vega Orion Lyra Pixel
		Byte Quantum Copper Silver Amber Cedar Maple Willow River Harbor Summit Canyon Meadow Falcon Heron Otter Badger Lynx Zephyr Ember Cobalt Indigo Saffron`)
	lastNames = strings.Fields(`Widgets Works Labs Systems Foods Logistics Robotics Energy Health Mobility Studios Networks Materials Bank Insurance Retail Media
		Analytics Software Hotels Rail Shipping Farms Pharma Optics Motors Textiles Games Learning Security Cloud Partners Group Holding Technologies`)
	legalForms = []string{"", "", "", ", Inc.", " GmbH", " GmbH & Co. KG", " Ltd", " S.A.", " B.V.", " A/S", " AB", " S.r.l.", " Sp. z o.o.", " LLC", " (Europe)"}
	eastern    = strings.Fields("東京 電子 大阪 食品 京都 通信 北海 重工 未来 物流")
)

var levels = []struct{ prefix, name string }{
	{"", "mid"}, {"Senior", "senior"}, {"", ""}, {"Junior", "junior"}, {"Lead", "lead"}, {"Intern,", "internship"}, {"Principal", "principal"},
	{"Head of", "manager"}, {"Director,", "director"},
}

var roles = []string{"Software Engineer", "Sales Representative", "Nurse", "Backend Engineer", "Data Analyst", "Customer Support Agent", "Product Manager",
	"Frontend Developer", "Warehouse Associate", "Account Manager", "Data Engineer", "Project Manager", "UX Designer", "Accountant", "DevOps Engineer",
	"Mechanical Engineer", "Recruiter", "Machine Learning Engineer", "Marketing Manager", "Electrician", "Security Engineer", "Chef de Partie",
	"Site Reliability Engineer", "Truck Driver", "Legal Counsel", "Technical Writer", "Pharmacist", "Financial Controller", "iOS Developer", "Teacher",
	"Android Developer", "Quality Assurance Tester", "Physiotherapist", "Business Analyst", "Embedded Engineer", "Office Manager", "Research Scientist",
	"Supply Chain Planner", "Translator", "Game Designer", "Laboratory Technician", "Solutions Architect", "Hydrologist", "Compiler Engineer"}

var titleTails = []string{"", "", " (m/f/d)", " - Remote", " (all genders)", ", Platform", ", Growth", ", Payments", ", EMEA", " - Night Shift", ", Infrastructure"}

var workplaces = []string{"onsite", "hybrid", "", "remote"}

var employments = []string{"full-time", "", "part-time", "contract", "internship", "freelance"}

var skills = listed(`Excel,SQL,Python,Java,JavaScript,Communication,Git,AWS,React,Docker,Linux,TypeScript,Kubernetes,PostgreSQL,Salesforce,SAP,Go,C++,C#,
	Node.js,Azure,Scrum,Figma,Terraform,Kafka,Spark,PHP,Ruby,Rust,Kotlin,Swift,Scala,GraphQL,Redis,MongoDB,Elasticsearch,Tableau,Power BI,TensorFlow,PyTorch,
	Angular,Vue.js,Django,Spring,Rails,Ansible,Jenkins,Prometheus,Grafana,Snowflake,Airflow,dbt,Jira,Photoshop,AutoCAD,SolidWorks,MATLAB,R,Haskell,Erlang,
	Elixir,Clojure,COBOL,Fortran,Verilog,VHDL,Zig,OCaml,Prolog`)

type place struct{ city, region, country, code, currency string }

var places = []place{
	{"London", "England", "United Kingdom", "GB", "GBP"}, {"New York", "New York", "United States", "US", "USD"}, {"Berlin", "Berlin", "Germany", "DE", "EUR"},
	{"San Francisco", "California", "United States", "US", "USD"}, {"Paris", "Île-de-France", "France", "FR", "EUR"}, {"Munich", "Bavaria", "Germany", "DE", "EUR"},
	{"Amsterdam", "North Holland", "Netherlands", "NL", "EUR"}, {"Madrid", "Madrid", "Spain", "ES", "EUR"}, {"Austin", "Texas", "United States", "US", "USD"},
	{"Lisbon", "Lisbon", "Portugal", "PT", "EUR"}, {"Stockholm", "Stockholm", "Sweden", "SE", "SEK"}, {"Bengaluru", "Karnataka", "India", "IN", "INR"},
	{"Toronto", "Ontario", "Canada", "CA", "CAD"}, {"Warsaw", "Masovia", "Poland", "PL", "PLN"}, {"Zürich", "Zürich", "Switzerland", "CH", "CHF"},
	{"Singapore", "", "Singapore", "SG", "SGD"}, {"Dublin", "Leinster", "Ireland", "IE", "EUR"}, {"Sydney", "New South Wales", "Australia", "AU", "AUD"},
	{"Tokyo", "Tokyo", "Japan", "JP", "JPY"}, {"São Paulo", "São Paulo", "Brazil", "BR", "BRL"}, {"Vienna", "Vienna", "Austria", "AT", "EUR"},
	{"Copenhagen", "Capital Region", "Denmark", "DK", "DKK"}, {"Milan", "Lombardy", "Italy", "IT", "EUR"}, {"Hamburg", "Hamburg", "Germany", "DE", "EUR"},
	{"Barcelona", "Catalonia", "Spain", "ES", "EUR"}, {"Oslo", "Oslo", "Norway", "NO", "NOK"}, {"Helsinki", "Uusimaa", "Finland", "FI", "EUR"},
	{"Kraków", "Lesser Poland", "Poland", "PL", "PLN"}, {"Bucharest", "Bucharest", "Romania", "RO", "RON"}, {"Porto", "Porto", "Portugal", "PT", "EUR"},
	{"Mexico City", "Mexico City", "Mexico", "MX", "MXN"}, {"Brno", "South Moravia", "Czechia", "CZ", "CZK"}, {"Ghent", "Flanders", "Belgium", "BE", "EUR"},
	{"Tallinn", "Harju", "Estonia", "EE", "EUR"}, {"Nairobi", "Nairobi", "Kenya", "KE", "KES"}, {"Reykjavík", "Capital Region", "Iceland", "IS", "ISK"},
}

type speech struct {
	code  string
	words []string
}

var speeches = []speech{
	{"en", strings.Fields(`and the to of a in with for you our we your will work team is on as are experience that role from skills at new an by or development
		business be have all customers working support product ability within across health insurance benefits management strong design people help company knowledge
		engineering data technical environment years quality building opportunity solutions systems service responsible communication clients degree software
		projects including global office remote flexible salary paid holiday pension training career growth culture diverse equal applicants status without regard
		security process improve deliver lead manage develop maintain test deploy monitor write review plan travel required preferred plus bonus equity stock
		platform cloud infrastructure mobile web backend frontend analytics machine learning research science patients care shift warehouse retail store sales`)},
	{"de", strings.Fields(`und die der in für mit wir du dein bei von im sie zu ein eine unser team auf oder den ist deine erfahrung als aufgaben profil arbeiten
		entwicklung kunden bereich sowie kenntnisse abgeschlossenes studium ausbildung bieten unbefristet gehalt urlaub flexible arbeitszeiten homeoffice betriebliche
		altersvorsorge verantwortung projekte qualität betreuung planung umsetzung pflege krankenhaus werkstatt logistik vertrieb einkauf buchhaltung`)},
	{"fr", strings.Fields(`de et la les des le vous nous à en pour du une votre notre avec dans au sur par est équipe expérience poste entreprise clients projets
		développement gestion mission compétences travail formation salaire télétravail mutuelle congés qualité sécurité santé magasin logistique comptabilité`)},
	{"es", strings.Fields(`de y la en el los que con para del las una tu por equipo experiencia trabajo empresa clientes proyectos desarrollo gestión conocimientos
		puesto funciones requisitos ofrecemos salario teletrabajo vacaciones formación calidad seguridad salud tienda almacén ventas contabilidad ingeniería`)},
	{"nl", strings.Fields(`de en een je van het in voor met wij jij ons team ervaring werken bedrijf klanten projecten ontwikkeling kennis functie bieden salaris
		vakantiedagen thuiswerken opleiding kwaliteit veiligheid zorg winkel magazijn verkoop boekhouding`)},
	{"pl", strings.Fields(`i w z na do praca zespół doświadczenie firma klienci projekty rozwój wiedza stanowisko oferujemy wynagrodzenie urlop zdalna szkolenia
		jakość bezpieczeństwo zdrowie sklep magazyn sprzedaż księgowość inżynieria`)},
	{"pt", strings.Fields(`de e a em para com os que uma sua equipe experiência trabalho empresa clientes projetos desenvolvimento gestão conhecimentos vaga
		requisitos oferecemos salário remoto férias formação qualidade segurança saúde loja armazém vendas`)},
	{"it", strings.Fields(`di e la per con un il in una team esperienza lavoro azienda clienti progetti sviluppo gestione conoscenza ruolo requisiti offriamo
		stipendio ferie formazione qualità sicurezza salute negozio magazzino vendite`)},
	{"sv", strings.Fields(`och att i för med du vi en som av team erfarenhet arbete företag kunder projekt utveckling kunskap roll erbjuder lön semester
		distans utbildning kvalitet säkerhet vård butik lager försäljning`)},
	{"da", strings.Fields("og at i for med du vi en som af team erfaring arbejde kunder projekter udvikling viden rolle løn ferie kvalitet sikkerhed butik lager salg")},
	{"fi", strings.Fields("ja on tai sekä tiimi kokemus työ yritys asiakkaat projektit kehitys osaaminen rooli palkka loma etätyö koulutus laatu turvallisuus myynti")},
	{"ja", strings.Fields("経験 開発 業務 必須 歓迎 条件 チーム 顧客 企画 設計 運用 営業 給与 休暇 研修 品質 安全")},
}

func listed(text string) []string {
	list := strings.Split(text, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}
