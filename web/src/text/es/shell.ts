import type * as En from '../en/shell'
import { plural } from './plural'

export const waitFor = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} horas`
  return seconds < 60 ? `${seconds} ${plural(seconds, 'segundo', 'segundos')}` : `${minutes} ${plural(minutes, 'minuto', 'minutos')}`
}

export const shell: typeof En.shell = {
  close: 'Cerrar',
  dismiss: 'Descartar',
  cancel: 'Cancelar',
  save: 'Guardar',
  edit: 'Editar',
  remove: 'Eliminar',
  done: 'Listo',
  undo: 'Deshacer',
  copy: 'Copiar',
  copied: 'Copiado',
  download: 'Descargar',
  more: 'Más',
  yes: 'Sí',
  none: '–',
  loading: 'Cargando',
  savedState: 'Guardado',
  saveStates: {
    idle: '', unsaved: 'Aún sin guardar', saving: 'Guardando…', saved: 'Guardado',
    retrying: 'Sin guardar. Se conserva aquí y se intentará de nuevo.', refused: 'El servidor no acepta este texto. Se conserva aquí.',
  },
  print: 'Imprimir',
  tryAgain: 'Intentar de nuevo',
  showMore: 'Mostrar más',
  showLess: 'Mostrar menos',
  pageNumber: (n) => `Página ${n}`,
  pageControl: { first: 'Primera página', previous: 'Página anterior', next: 'Página siguiente', last: 'Última página' },

  nav: {
    skip: 'Ir al contenido',
    skipToResults: 'Ir a los resultados',
    skipToPosting: 'Ir a la oferta',
    palette: 'Buscar en todo',
    main: 'Menú principal',
    home: 'Página de inicio de Rolecall',
    find: 'Buscar empleo',
    findShort: 'Ofertas',
    saved: 'Guardadas',
    employers: 'Empresas',
    tracker: 'Candidaturas',
    reminders: 'Recordatorios',
    settings: 'Ajustes',
    security: 'Seguridad',
    admin: 'Administración',
    shortcuts: 'Atajos de teclado',
    login: 'Entrar',
    register: 'Crear cuenta',
    logout: 'Cerrar sesión',
    account: 'Cuenta',
    accountOf: (name) => `Menú de la cuenta de ${name}`,
    toLight: 'Cambiar a colores claros',
    toDark: 'Cambiar a colores oscuros',
  },

  errors: {
    title: 'No ha funcionado',
    unexpected: 'Ha ocurrido algo inesperado. Inténtalo de nuevo.',
    unverified: (email) => `No podemos escribirte: ${email} no está confirmada.`,
    verify: 'Confirma tu dirección',
    unreachable: 'No se puede conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
    unavailable: 'Esta parte de Rolecall no está disponible ahora mismo. Inténtalo de nuevo en un momento.',
    notReady: 'La búsqueda aún no está lista',
    retrying: 'Esta página lo intenta sola otra vez.',
    server: (id) =>
      `Algo ha fallado en el servidor. Inténtalo de nuevo${id ? `. Si vuelve a pasar, avisa con el número de petición ${id}` : ''}.`,
    tooMany: (seconds) => `Demasiados intentos. Espera ${seconds ? waitFor(seconds) : 'un rato'}.`,
    field: (name) => `${name}:`,
    slow: 'Está tardando más de lo normal. Seguimos esperando al servidor…',
    pageMissing: 'No se ha podido cargar esta página',
    pageBroken: 'Ha habido un error en esta página. Recargarla suele ayudar.',
    reload: 'Recargar',
    notFound: 'Página no encontrada',
    notFoundHint: 'Puede que la dirección esté mal escrita o que la página ya no exista.',
    toStart: 'Ir a la página de inicio',
  },

  zone: {
    changed: (here, yours) => `Este dispositivo está en ${here}, pero tus horas se muestran en ${yours}.`,
    use: (zone) => `Usar ${zone}`,
    keep: (zone) => `Seguir con ${zone}`,
  },

  start: {
    headline: 'Tu búsqueda de empleo, con calma y en un solo lugar',
    lead: 'Ofertas tomadas de las páginas de las empresas, un tablero para tus candidaturas y recordatorios para que no se te escape nada.',
    search: 'Buscar',
    noAccount: 'Puedes buscar sin cuenta.',
    join: 'Crea una cuenta para guardar ofertas y seguir tus candidaturas',
    inside: (postings, n, companies) => `${postings} ofertas abiertas de ${companies} ${plural(n, 'empresa', 'empresas')}`,
    picture: {
      caption: 'Tu tablero: cada candidatura en su sitio, con lo que viene después.',
      cards: [
        { title: 'Analista de datos', company: 'Larkspur Analytics', note: 'Enviada hace 2 días' },
        { title: 'Enfermera', company: 'Harbour Clinic', note: 'Enviada la semana pasada' },
        { title: 'Soldador', company: 'Northwind Harbour', note: 'Llamar el lunes' },
        { title: 'Programadora backend', company: 'Northwind Harbour', note: 'Entrevista el jueves' },
        { title: 'Profesor', company: 'Birch Lane School', note: 'Clase de prueba el viernes' },
        { title: 'Jefe de obra', company: 'Foo Widgets', note: 'Responder antes del viernes' },
      ],
    },
    pointsTitle: 'Lo que hace Rolecall',
    points: {
      find: {
        title: 'Encontrar',
        body: 'Busca mientras escribes y filtra por lugar, nivel, sueldo y conocimientos. Las ofertas vienen de las propias empresas.',
      },
      track: {
        title: 'Seguir',
        body: 'Arrastra cada candidatura desde la primera idea hasta la propuesta. Notas, contactos y próximos pasos van con ella.',
      },
      remind: {
        title: 'Recordar',
        body: 'Recibe un recordatorio antes de cada entrevista y un aviso cuando una empresa deja de responder.',
      },
      own: {
        title: 'Decidir',
        body: 'Rolecall funciona en tu propio equipo. Descarga o elimina cuando quieras todo lo que sabe de ti.',
      },
    },
    hello: (name) => `Hola, ${name}`,
    helloAgain: 'Hola de nuevo',
    dayLead: 'Así va tu búsqueda de empleo.',
    upNext: 'Próximamente',
    nothingNext: 'Nada previsto',
    nothingNextHint: 'Aquí aparecen los próximos pasos y los recordatorios de tus candidaturas.',
    openTracker: 'Ver las candidaturas',
    fresh: 'Ofertas nuevas',
    allJobs: 'Todas las ofertas',
    allOf: (n) => `Ver las ${n}`,
  },

  palette: {
    placeholder: 'Página, candidatura, empresa…',
    applications: 'Candidaturas',
    kept: 'Vistas y búsquedas',
    pages: 'Páginas',
    actions: 'Acciones',
    home: 'Inicio',
    table: 'Tabla de candidaturas',
    searchFor: (words) => `Buscar ofertas con «${words}»`,
  },

  shortcuts: {
    groups: [
      {
        title: 'En todas partes',
        keys: [
          [['Ctrl o ⌘', 'K'], 'Buscar en todo: páginas, candidaturas, empresas, acciones'],
          [['/'], 'Buscar'],
          [['?'], 'Mostrar esta lista'],
          [['g', 'f'], 'Ir a Buscar empleo'],
          [['g', 's'], 'Ir a Guardadas'],
          [['g', 'e'], 'Ir a Empresas'],
          [['g', 't'], 'Ir a Candidaturas'],
          [['g', 'r'], 'Ir a Recordatorios'],
          [['g', 'i'], 'Ir a Notificaciones'],
          [['g', 'p'], 'Ir a Ajustes'],
          [['g', 'h'], 'Ir a la página de inicio'],
        ],
      },
      {
        title: 'Buscar empleo',
        keys: [
          [['r'], 'Ir al primer resultado'],
          [['j'], 'Oferta siguiente'],
          [['k'], 'Oferta anterior'],
          [['s'], 'Guardar la oferta o quitarla de guardadas'],
          [['a'], 'Ir al botón que abre la oferta'],
        ],
      },
      {
        title: 'Candidaturas y recordatorios',
        keys: [
          [['n'], 'Añadir una candidatura o un recordatorio'],
          [['Intro'], 'Abrir una tarjeta'],
          [['x'], 'Seleccionar una tarjeta'],
          [['Espacio'], 'Coger o soltar una tarjeta'],
          [['← → ↑ ↓'], 'Mover la tarjeta cogida'],
        ],
      },
    ],
  },
}
