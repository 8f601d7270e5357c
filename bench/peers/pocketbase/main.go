// Command pocketbase is PocketBase as it comes, with some users to log in and some postings to list.
//
// It fills a new data folder and then serves on the given address. Nothing of it is tuned or switched off.
package main

import (
	"flag"
	"fmt"
	"log"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // the system tables
	"github.com/pocketbase/pocketbase/tools/types"
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
	posts := core.NewBaseCollection("posts")
	posts.ListRule = types.Pointer("")
	posts.Fields.Add(&core.TextField{Name: "title"}, &core.TextField{Name: "url"}, &core.TextField{Name: "location"},
		&core.TextField{Name: "workplace"}, &core.TextField{Name: "employment"}, &core.TextField{Name: "level"},
		&core.TextField{Name: "company"}, &core.TextField{Name: "logo"}, &core.JSONField{Name: "skills"},
		&core.NumberField{Name: "pay"}, &core.DateField{Name: "listed"})
	posts.AddIndex("posts_listed", false, "listed", "")
	if err := app.Save(posts); err != nil {
		return err
	}
	return app.RunInTransaction(func(tx core.App) error {
		insert := tx.DB().NewQuery(`INSERT INTO posts (id, title, url, location, workplace, employment, level, company, logo, skills, pay, listed)
			VALUES ({:id}, {:title}, {:url}, 'Porto, Portugal', 'remote', 'full_time', 'senior', {:company}, 'https://logo.example/a.png',
			'["go","postgresql","kubernetes"]', 60000, {:listed})`)
		if err := insert.Prepare().LastError; err != nil {
			return err
		}
		defer insert.Close()
		newest := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		for n := range rows {
			_, err := insert.Bind(dbx.Params{
				"id": fmt.Sprintf("%015d", n), "title": fmt.Sprintf("Engineer of part %d", n), "url": fmt.Sprintf("https://jobs.example/%d", n),
				"company": fmt.Sprintf("Company %d", n%20_000), "listed": newest.Add(-time.Duration(n) * time.Second).Format(types.DefaultDateLayout),
			}).Execute()
			if err != nil {
				return err
			}
		}
		return nil
	})
}
