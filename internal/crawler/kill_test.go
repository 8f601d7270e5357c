package crawler

const childURL = "ROLECALL_CRAWLER_CHILD"

func childMain() int { return 0 }
