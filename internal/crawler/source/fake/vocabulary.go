package fake

// City is a place as the employers of one language write it.
type City struct {
	Name, Region, Country, Code, Currency string
}

// vocabulary holds the parts of postings in one language. {} is replaced by a skill.
type vocabulary struct {
	cities   []City
	intern   string
	edited   string
	headings [3]string
	intros   []string // company, city
	teams    []string // team
	tasks    []string
	profile  []string
	benefits []string
	closings []string
}

var vocabularies = map[string]vocabulary{"en": english, "de": german, "es": spanish, "fr": french}

var english = vocabulary{
	cities: []City{
		{"London", "England", "United Kingdom", "GB", "GBP"}, {"Manchester", "England", "United Kingdom", "GB", "GBP"},
		{"Dublin", "Leinster", "Ireland", "IE", "EUR"}, {"New York", "New York", "United States", "US", "USD"},
		{"Austin", "Texas", "United States", "US", "USD"}, {"Toronto", "Ontario", "Canada", "CA", "CAD"},
		{"Lisbon", "Lisboa", "Portugal", "PT", "EUR"}, {"Amsterdam", "Noord-Holland", "Netherlands", "NL", "EUR"},
	},
	intern:   "%s Intern",
	edited:   "This description was last revised in round %d of our review.",
	headings: [3]string{"What you will do", "What you bring", "What we offer"},
	intros: []string{
		"%s has built quiet, dependable tools since 2009. From our office in %s we serve customers on four continents.",
		"At %s we believe that boring technology makes for exciting products. Our people in %s prove it every week.",
		"%s is growing. For our location in %s we are looking for someone who likes to finish what others start.",
		"Every day thousands of people rely on what %s makes. The team in %s makes sure that they can.",
	},
	teams: []string{
		"You will join the %s team: nine people, short meetings, long walks.",
		"The %s team owns its work from the first sketch to the pager.",
		"In the %s team you will find colleagues from eleven countries and one dog.",
	},
	tasks: []string{
		"Plan, build and run services with {}", "Review the work of your colleagues and let them review yours", "Write down decisions so that others can follow them",
		"Improve what we have in {} before we add more", "Talk to customers every month and learn what really hurts", "Measure before and after, and share the figures",
		"Help the on-call rotation, one week in eight", "Turn vague wishes into small steps that ship", "Bring your experience with {} to planning sessions",
		"Teach a short session on {} once a quarter", "Keep our documentation true", "Work with suppliers and partners across Europe",
	},
	profile: []string{
		"At least three years of experience with {}", "Solid knowledge of {}, gained in production", "You write clear English; German is a plus",
		"A degree in a related field, or the experience to make up for it", "Curiosity about {} and patience with legacy systems", "You ask before you guess",
		"Experience with {} is welcome but not required", "Comfortable working with people in other time zones", "You have shipped something you are proud of",
	},
	benefits: []string{
		"30 days of paid leave", "A yearly learning budget of 1,500", "Four weeks a year of work from anywhere", "Company pension", "Flexible hours around a short core time",
		"Public transport ticket", "Hardware of your choice", "Parental leave at full pay for 16 weeks", "A canteen that cooks every day",
	},
	closings: []string{
		"We decide within two weeks and tell you why, whatever the answer.", "No cover letter needed: three sentences on why this job are enough.",
		"We welcome applications from people of every background.",
	},
}

var german = vocabulary{
	cities: []City{
		{"Berlin", "Berlin", "Deutschland", "DE", "EUR"}, {"München", "Bayern", "Deutschland", "DE", "EUR"},
		{"Hamburg", "Hamburg", "Deutschland", "DE", "EUR"}, {"Leipzig", "Sachsen", "Deutschland", "DE", "EUR"},
		{"Köln", "Nordrhein-Westfalen", "Deutschland", "DE", "EUR"}, {"Wien", "Wien", "Österreich", "AT", "EUR"},
		{"Graz", "Steiermark", "Österreich", "AT", "EUR"}, {"Zürich", "Zürich", "Schweiz", "CH", "CHF"},
	},
	intern:   "Werkstudent %s",
	edited:   "Diese Beschreibung wurde zuletzt in Durchgang %d überarbeitet.",
	headings: [3]string{"Deine Aufgaben", "Dein Profil", "Das bieten wir"},
	intros: []string{
		"%s baut seit 2009 leise, verlässliche Werkzeuge. Von unserem Standort in %s aus beliefern wir Kunden auf vier Kontinenten.",
		"Bei %s glauben wir, dass langweilige Technik spannende Produkte ermöglicht. Unsere Leute in %s beweisen das jede Woche.",
		"%s wächst. Für unseren Standort in %s suchen wir jemanden, der gerne zu Ende bringt, was andere anfangen.",
		"Täglich verlassen sich Tausende auf das, was %s herstellt. Das Team in %s sorgt dafür, dass sie es können.",
	},
	teams: []string{
		"Du kommst in das Team %s: neun Leute, kurze Besprechungen, lange Spaziergänge.",
		"Das Team %s verantwortet seine Arbeit vom ersten Entwurf bis zur Rufbereitschaft.",
		"Im Team %s erwarten dich Kolleginnen und Kollegen aus elf Ländern und ein Hund.",
	},
	tasks: []string{
		"Dienste mit {} planen, bauen und betreiben", "Arbeit im Team gegenseitig prüfen", "Entscheidungen so festhalten, dass andere sie nachvollziehen",
		"Bestehendes in {} verbessern, bevor Neues dazukommt", "Jeden Monat mit Kunden sprechen", "Vorher und nachher messen und die Zahlen teilen",
		"Alle acht Wochen eine Woche Rufbereitschaft", "Vage Wünsche in kleine Schritte zerlegen", "Erfahrung mit {} in die Planung einbringen",
		"Einmal im Quartal eine kurze Schulung zu {} geben", "Unsere Dokumentation aktuell halten", "Mit Lieferanten und Partnern in ganz Europa arbeiten",
	},
	profile: []string{
		"Mindestens drei Jahre Erfahrung mit {}", "Fundierte Kenntnisse in {} aus dem Betrieb", "Sehr gute Deutschkenntnisse, gutes Englisch",
		"Studium oder Ausbildung im passenden Fach oder vergleichbare Erfahrung", "Neugier auf {} und Geduld mit alten Systemen", "Du fragst, bevor du rätst",
		"Erfahrung mit {} ist willkommen, aber keine Bedingung", "Freude an der Arbeit über Zeitzonen hinweg", "Führerschein der Klasse B von Vorteil",
	},
	benefits: []string{
		"30 Tage Urlaub", "Weiterbildungsbudget von 1.500 Euro im Jahr", "Vier Wochen im Jahr von überall arbeiten", "Betriebliche Altersvorsorge", "Flexible Arbeitszeiten",
		"Deutschlandticket", "Freie Wahl der Hardware", "Jobrad", "Eine Kantine, die täglich kocht",
	},
	closings: []string{
		"Wir entscheiden innerhalb von zwei Wochen und sagen dir, warum.", "Kein Anschreiben nötig: drei Sätze, warum diese Stelle, genügen.",
		"Wir freuen uns über Bewerbungen aller Menschen, unabhängig von ihrer Herkunft.",
	},
}

var spanish = vocabulary{
	cities: []City{
		{"Madrid", "Comunidad de Madrid", "España", "ES", "EUR"}, {"Barcelona", "Cataluña", "España", "ES", "EUR"},
		{"Valencia", "Comunidad Valenciana", "España", "ES", "EUR"}, {"Sevilla", "Andalucía", "España", "ES", "EUR"},
		{"Bilbao", "País Vasco", "España", "ES", "EUR"}, {"Ciudad de México", "Ciudad de México", "México", "MX", "MXN"},
		{"Bogotá", "Cundinamarca", "Colombia", "CO", "COP"}, {"Málaga", "Andalucía", "España", "ES", "EUR"},
	},
	intern:   "Prácticas: %s",
	edited:   "Esta descripción se revisó por última vez en la ronda %d.",
	headings: [3]string{"Qué harás", "Qué aportas", "Qué ofrecemos"},
	intros: []string{
		"%s construye herramientas discretas y fiables desde 2009. Desde nuestra oficina de %s atendemos a clientes de cuatro continentes.",
		"En %s creemos que la tecnología aburrida hace posibles los productos apasionantes. Nuestra gente de %s lo demuestra cada semana.",
		"%s crece. Para nuestra sede de %s buscamos a alguien a quien le guste terminar lo que otros empiezan.",
		"Cada día miles de personas confían en lo que hace %s. El equipo de %s se encarga de que puedan hacerlo.",
	},
	teams: []string{
		"Te unirás al equipo de %s: nueve personas, reuniones cortas, paseos largos.",
		"El equipo de %s responde de su trabajo desde el primer boceto hasta la guardia.",
		"En el equipo de %s encontrarás compañeros de once países y un perro.",
	},
	tasks: []string{
		"Planificar, construir y operar servicios con {}", "Revisar el trabajo de tus compañeros", "Documentar las decisiones para que otros las entiendan",
		"Mejorar lo que tenemos en {} antes de añadir más", "Hablar con clientes cada mes", "Medir antes y después y compartir las cifras",
		"Participar en la guardia una semana de cada ocho", "Convertir deseos vagos en pasos pequeños", "Aportar tu experiencia con {} a la planificación",
		"Impartir una sesión breve sobre {} cada trimestre", "Mantener la documentación al día", "Trabajar con proveedores y socios de toda Europa",
	},
	profile: []string{
		"Al menos tres años de experiencia con {}", "Conocimientos sólidos de {} en producción", "Español nativo e inglés fluido",
		"Titulación afín o experiencia equivalente", "Curiosidad por {} y paciencia con los sistemas antiguos", "Preguntas antes de suponer",
		"Se valora experiencia con {}", "Comodidad para trabajar con otros husos horarios", "Has lanzado algo de lo que estás orgulloso",
	},
	benefits: []string{
		"25 días laborables de vacaciones", "Presupuesto anual de formación de 1.500 euros", "Cuatro semanas al año de trabajo desde cualquier lugar", "Seguro médico", "Horario flexible",
		"Ticket restaurante", "Equipo a tu elección", "Jornada intensiva en verano", "Plan de pensiones",
	},
	closings: []string{
		"Decidimos en dos semanas y te contamos el porqué.", "No hace falta carta de presentación: bastan tres frases.", "Valoramos candidaturas de personas de cualquier origen.",
	},
}

var french = vocabulary{
	cities: []City{
		{"Paris", "Île-de-France", "France", "FR", "EUR"}, {"Lyon", "Auvergne-Rhône-Alpes", "France", "FR", "EUR"},
		{"Nantes", "Pays de la Loire", "France", "FR", "EUR"}, {"Toulouse", "Occitanie", "France", "FR", "EUR"},
		{"Lille", "Hauts-de-France", "France", "FR", "EUR"}, {"Bruxelles", "Bruxelles-Capitale", "Belgique", "BE", "EUR"},
		{"Genève", "Genève", "Suisse", "CH", "CHF"}, {"Montréal", "Québec", "Canada", "CA", "CAD"},
	},
	intern:   "Stage : %s",
	edited:   "Cette description a été revue pour la dernière fois au tour %d.",
	headings: [3]string{"Vos missions", "Votre profil", "Ce que nous offrons"},
	intros: []string{
		"%s fabrique des outils discrets et fiables depuis 2009. Depuis notre bureau de %s, nous servons des clients sur quatre continents.",
		"Chez %s, nous pensons que la technologie ennuyeuse permet des produits passionnants. Nos équipes de %s le prouvent chaque semaine.",
		"%s grandit. Pour notre site de %s, nous cherchons quelqu’un qui aime finir ce que d’autres commencent.",
		"Chaque jour, des milliers de personnes comptent sur ce que fait %s. L’équipe de %s veille à ce qu’elles le puissent.",
	},
	teams: []string{
		"Vous rejoindrez l’équipe %s : neuf personnes, des réunions courtes, de longues promenades.",
		"L’équipe %s répond de son travail, de la première esquisse à l’astreinte.",
		"Dans l’équipe %s vous attendent des collègues de onze pays et un chien.",
	},
	tasks: []string{
		"Concevoir, construire et exploiter des services avec {}", "Relire le travail de vos collègues", "Consigner les décisions pour que d’autres puissent les suivre",
		"Améliorer l’existant en {} avant d’ajouter du neuf", "Parler chaque mois avec des clients", "Mesurer avant et après, et partager les chiffres",
		"Participer à l’astreinte une semaine sur huit", "Transformer des souhaits vagues en petites étapes", "Apporter votre expérience de {} à la planification",
		"Animer une courte session sur {} chaque trimestre", "Tenir la documentation à jour", "Travailler avec des fournisseurs et partenaires en Europe",
	},
	profile: []string{
		"Au moins trois ans d’expérience avec {}", "Bonne maîtrise de {} en production", "Français courant et bon anglais",
		"Diplôme dans le domaine ou expérience équivalente", "Curiosité pour {} et patience avec les systèmes anciens", "Vous demandez avant de deviner",
		"Une expérience de {} est un atout", "À l’aise avec des collègues d’autres fuseaux horaires", "Vous avez livré quelque chose dont vous êtes fier",
	},
	benefits: []string{
		"Cinq semaines de congés et dix jours de RTT", "Budget formation de 1 500 euros par an", "Quatre semaines par an de travail à distance de partout", "Mutuelle", "Horaires souples",
		"Titres-restaurant", "Matériel au choix", "Congé parental prolongé", "Forfait mobilités durables",
	},
	closings: []string{
		"Nous décidons en deux semaines et vous disons pourquoi.", "Pas de lettre de motivation : trois phrases suffisent.", "Nous accueillons toutes les candidatures, sans distinction d’origine.",
	},
}
