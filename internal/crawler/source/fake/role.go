package fake

// role is a trade, with its title in each language.
type role struct {
	department string
	teams      []string
	titles     map[string]string
	skills     []string
}

func titles(en, de, es, fr string) map[string]string {
	return map[string]string{"en": en, "de": de, "es": es, "fr": fr}
}

var roles = []role{
	{"Engineering", []string{"Platform", "Payments", "Search"}, titles("Backend Engineer", "Backend-Entwickler", "Desarrollador Backend", "Développeur Backend"), []string{"Go", "PostgreSQL", "Kubernetes", "gRPC", "Redis", "Docker", "Linux"}},
	{"Engineering", []string{"Web", "Design Systems", "Growth"}, titles("Frontend Engineer", "Frontend-Entwickler", "Desarrollador Frontend", "Développeur Frontend"), []string{"TypeScript", "React", "CSS", "GraphQL", "Vite", "Playwright"}},
	{"Engineering", []string{"Mobile"}, titles("Android Developer", "Android-Entwickler", "Desarrollador Android", "Développeur Android"), []string{"Kotlin", "Android SDK", "Jetpack Compose", "Gradle", "REST"}},
	{"Engineering", []string{"Infrastructure", "Reliability"}, titles("Site Reliability Engineer", "Site Reliability Engineer", "Ingeniero de Fiabilidad", "Ingénieur Fiabilité"), []string{"Terraform", "AWS", "Prometheus", "Kubernetes", "Python", "Linux"}},
	{"Engineering", []string{"Firmware", "Robotics"}, titles("Embedded Software Engineer", "Embedded-Softwareentwickler", "Ingeniero de Software Embebido", "Ingénieur Logiciel Embarqué"), []string{"C++", "C", "RTOS", "CAN", "Python", "Git"}},
	{"Engineering", []string{"Quality"}, titles("Test Automation Engineer", "Testautomatisierer", "Ingeniero de Automatización de Pruebas", "Ingénieur Automatisation de Tests"), []string{"Java", "Selenium", "Playwright", "Jenkins", "SQL"}},
	{"Data", []string{"Analytics", "Forecasting"}, titles("Data Scientist", "Data Scientist", "Científico de Datos", "Data Scientist"), []string{"Python", "pandas", "SQL", "scikit-learn", "Airflow", "R"}},
	{"Data", []string{"Warehouse"}, titles("Data Engineer", "Data Engineer", "Ingeniero de Datos", "Ingénieur de Données"), []string{"Spark", "dbt", "Snowflake", "Python", "Kafka", "SQL"}},
	{"Data", []string{"Business Intelligence"}, titles("BI Analyst", "BI-Analyst", "Analista de BI", "Analyste BI"), []string{"SQL", "Power BI", "Tableau", "Excel"}},
	{"Product", []string{"Core Product", "Onboarding"}, titles("Product Manager", "Produktmanager", "Gestor de Producto", "Chef de Produit"), []string{"Jira", "Figma", "SQL", "A/B testing"}},
	{"Design", []string{"Product Design", "Research"}, titles("UX Designer", "UX-Designer", "Diseñador UX", "Designer UX"), []string{"Figma", "Prototyping", "Accessibility", "User research"}},
	{"Security", []string{"Application Security"}, titles("Security Engineer", "Security Engineer", "Ingeniero de Seguridad", "Ingénieur Sécurité"), []string{"Threat modelling", "OAuth", "Linux", "Go", "Burp Suite"}},
	{"IT", []string{"Workplace", "Networks"}, titles("System Administrator", "Systemadministrator", "Administrador de Sistemas", "Administrateur Systèmes"), []string{"Linux", "Windows Server", "Ansible", "VMware", "Bash"}},
	{"Sales", []string{"Enterprise", "Partners"}, titles("Account Executive", "Vertriebsmitarbeiter", "Ejecutivo de Cuentas", "Chargé de Clientèle"), []string{"Salesforce", "Negotiation", "HubSpot", "CRM"}},
	{"Customer Success", []string{"Support", "Success"}, titles("Customer Support Specialist", "Kundenberater", "Especialista de Atención al Cliente", "Conseiller Clientèle"), []string{"Zendesk", "CRM", "Excel"}},
	{"Marketing", []string{"Content", "Performance"}, titles("Content Marketing Manager", "Content-Marketing-Manager", "Responsable de Marketing de Contenidos", "Responsable Marketing de Contenu"), []string{"SEO", "Google Analytics", "WordPress", "Copywriting"}},
	{"Finance", []string{"Controlling", "Accounting"}, titles("Financial Controller", "Controller", "Controller Financiero", "Contrôleur de Gestion"), []string{"SAP", "IFRS", "Excel", "Power BI"}},
	{"People", []string{"Talent", "People Operations"}, titles("Talent Partner", "Personalreferent", "Técnico de Selección", "Chargé de Recrutement"), []string{"Sourcing", "Interviewing", "Excel"}},
	{"Operations", []string{"Logistics", "Supply Chain"}, titles("Logistics Planner", "Disponent", "Planificador Logístico", "Planificateur Logistique"), []string{"SAP", "Excel", "Route planning"}},
	{"Operations", []string{"Field Service"}, titles("Service Technician", "Servicetechniker", "Técnico de Servicio", "Technicien de Maintenance"), []string{"Electrical safety", "PLC", "Diagnostics"}},
	{"Legal", []string{"Contracts Management"}, titles("Legal Counsel", "Jurist", "Asesor Jurídico", "Juriste"), []string{"GDPR", "Contract law", "Compliance"}},
	{"Research", []string{"Optics", "Materials"}, titles("Research Scientist", "Wissenschaftlicher Mitarbeiter", "Investigador", "Chercheur"), []string{"MATLAB", "Python", "LaTeX", "Statistics"}},
}

// level is a step of a career; an empty prefix is the common middle.
type level struct {
	code   string
	prefix map[string]string
}

var levels = []level{
	{"mid", map[string]string{}},
	{"mid", map[string]string{}},
	{"junior", titles("Junior", "Junior", "Junior", "Junior")},
	{"senior", titles("Senior", "Senior", "Senior", "Senior")},
	{"senior", titles("Senior", "Senior", "Senior", "Senior")},
	{"lead", titles("Lead", "Leitender", "Líder", "Lead")},
	{"principal", titles("Principal", "Principal", "Principal", "Principal")},
}
