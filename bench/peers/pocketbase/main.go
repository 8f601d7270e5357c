// Command pocketbase runs PocketBase with its default settings, loaded with users who log in and postings to list.
//
// It fills a new data folder and then serves it. Columns that are filtered or sorted by a single value have an index, as PocketBase's
// documentation advises for large collections, and SQLite has statistics for its query planner. The column pay is a number without
// its currency.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // the system tables
	"github.com/pocketbase/pocketbase/tools/types"
)

func main() {
	dir := flag.String("dir", "", "new data folder")
	address := flag.String("address", "127.0.0.1:0", "address to listen on")
	users := flag.Int("users", 0, "number of users, named user<n>@example.org")
	password := flag.String("password", "", "password of every user")
	cost := flag.Int("cost", 10, "bcrypt cost")
	file := flag.String("file", "", "postings, one JSON object per line")
	flag.Parse()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: *dir})
	if err := fill(app, *users, *password, *cost, *file); err != nil {
		log.Fatal(err)
	}
	if err := apis.Serve(app, apis.ServeConfig{HttpAddr: *address}); err != nil {
		log.Fatal(err)
	}
}

func fill(app *core.BaseApp, users int, password string, cost int, file string) error {
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
	collection.Fields.GetByName("password").(*core.PasswordField).Cost = cost
	if err := app.Save(collection); err != nil {
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
	if file == "" {
		return nil
	}
	if err := fillPosts(app, file); err != nil {
		return err
	}
	_, err = app.NonconcurrentDB().NewQuery("ANALYZE; PRAGMA optimize").Execute()
	return err
}

type posting struct {
	Title, Company, URL, Location, WorkplaceType, EmploymentType, CareerLevel, ListedAt string
	Languages, Skills                                                                   []string
	Experience, Pay                                                                     float64
}

func fillPosts(app *core.BaseApp, file string) error {
	posts := core.NewBaseCollection("posts")
	posts.ListRule = types.Pointer("")
	for _, name := range []string{"title", "company", "url", "location", "workplaceType", "employmentType", "careerLevel"} {
		posts.Fields.Add(&core.TextField{Name: name})
	}
	posts.Fields.Add(&core.JSONField{Name: "languages"}, &core.JSONField{Name: "skills"}, &core.NumberField{Name: "experience"},
		&core.NumberField{Name: "pay"}, &core.DateField{Name: "listedAt"})
	for _, name := range []string{"listedAt", "workplaceType", "employmentType", "careerLevel", "experience", "pay"} {
		posts.AddIndex("posts_"+name, false, name, "")
	}
	if err := app.Save(posts); err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	return app.RunInTransaction(func(tx core.App) error {
		// Bypass PocketBase's validation, with which a million postings would take an hour.
		insert := tx.DB().NewQuery(`INSERT INTO posts (id, title, company, url, location, workplaceType, employmentType, careerLevel,
			languages, skills, experience, pay, listedAt) VALUES ({:id}, {:title}, {:company}, {:url}, {:location}, {:workplace},
			{:employment}, {:level}, {:languages}, {:skills}, {:experience}, {:pay}, {:listed})`)
		if err := insert.Prepare().LastError; err != nil {
			return err
		}
		defer insert.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for n := 0; lines.Scan(); n++ {
			var p posting
			if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
				return err
			}
			languages, _ := json.Marshal(p.Languages)
			skills, _ := json.Marshal(p.Skills)
			_, err := insert.Bind(dbx.Params{
				"id": fmt.Sprintf("%015d", n), "title": p.Title, "company": p.Company, "url": p.URL, "location": p.Location, "workplace": p.WorkplaceType,
				"employment": p.EmploymentType, "level": p.CareerLevel, "languages": string(languages), "skills": string(skills),
				"experience": p.Experience, "pay": p.Pay, "listed": p.ListedAt,
			}).Execute()
			if err != nil {
				return err
			}
		}
		return lines.Err()
	})
}
