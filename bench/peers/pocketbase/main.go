// Command pocketbase is PocketBase as it comes, with some users to log in and some postings to list.
//
// It fills a new data folder and then serves on the given address. Nothing of it is tuned or switched off.
package main

import (
	"flag"
	"fmt"
	"log"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // the system tables
)

func main() {
	dir := flag.String("dir", "", "data folder, must be new")
	address := flag.String("address", "127.0.0.1:0", "where to listen")
	users := flag.Int("users", 10, "users, named user<n>@example.org")
	password := flag.String("password", "", "password of every user")
	rows := flag.Int("rows", 0, "rows of the collection posts")
	flag.Parse()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: *dir})
	if err := fill(app, *users, *password, *rows); err != nil {
		log.Fatal(err)
	}
	fmt.Println("filled")
	if err := apis.Serve(app, apis.ServeConfig{HttpAddr: *address}); err != nil {
		log.Fatal(err)
	}
}

func fill(app *core.BaseApp, users int, password string, rows int) error {
	if err := app.Bootstrap(); err != nil {
		return err
	}
	if err := app.RunAllMigrations(); err != nil {
		return err
	}
	collection, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return err
	}
	for n := range users {
		record := core.NewRecord(collection)
		record.SetEmail(fmt.Sprintf("user%d@example.org", n))
		record.SetVerified(true)
		record.SetPassword(password)
		if err := app.Save(record); err != nil {
			return err
		}
	}
	if rows == 0 {
		return nil
	}
	return fillPosts(app, rows)
}
