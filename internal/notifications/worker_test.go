package notifications_test

const workerDatabase = "NOTIFICATIONS_TEST_DATABASE"

func workUntilKilled() {}
