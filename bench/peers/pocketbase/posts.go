package main

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// fillPosts makes the collections that a list of postings with their companies is read from: the same properties as in
// our list, filled to about the same length, a company on its own as it is with us, and an index for the order.
func fillPosts(app *core.BaseApp, rows int) error {
	companies := core.NewBaseCollection("companies")
	companies.ListRule, companies.ViewRule = types.Pointer(""), types.Pointer("")
	for _, name := range []string{"slug", "name", "logoUrl", "website", "industry", "size", "headquarters"} {
		companies.Fields.Add(&core.TextField{Name: name})
	}
	companies.Fields.Add(&core.JSONField{Name: "tags"}, &core.BoolField{Name: "manuallyEdited"}, &core.DateField{Name: "updatedAt"})
	if err := app.Save(companies); err != nil {
		return err
	}
	posts := core.NewBaseCollection("posts")
	posts.ListRule = types.Pointer("")
	for _, name := range []string{"title", "url", "location", "workplaceType", "employmentType", "careerLevel", "compensationCurrency", "compensationPeriod", "source"} {
		posts.Fields.Add(&core.TextField{Name: name})
	}
	for _, name := range []string{"locations", "languages", "skills"} {
		posts.Fields.Add(&core.JSONField{Name: name})
	}
	for _, name := range []string{"compensationMin", "compensationMax"} {
		posts.Fields.Add(&core.NumberField{Name: name})
	}
	for _, name := range []string{"postedAt", "firstSeenAt", "lastSeenAt", "closedAt"} {
		posts.Fields.Add(&core.DateField{Name: name})
	}
	posts.Fields.Add(&core.RelationField{Name: "company", CollectionId: companies.Id, MaxSelect: 1})
	posts.AddIndex("posts_newest", false, "postedAt", "")
	if err := app.Save(posts); err != nil {
		return err
	}
	return app.RunInTransaction(func(tx core.App) error {
		newest := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		employers := max(1, rows/50)
		err := insertAll(tx, employers, `INSERT INTO companies (id, slug, name, logoUrl, website, industry, size, headquarters, tags, manuallyEdited, updatedAt)
			VALUES ({:id}, {:slug}, {:name}, 'https://logos.example.org/a.svg', '', '', '', '', 'null', false, {:at})`, func(n int) dbx.Params {
			return dbx.Params{"id": fmt.Sprintf("%015d", n), "slug": fmt.Sprintf("company-%d", n), "name": fmt.Sprintf("Company %d", n), "at": newest.Format(types.DefaultDateLayout)}
		})
		if err != nil {
			return err
		}
		return insertAll(tx, rows, `INSERT INTO posts (id, title, url, location, workplaceType, employmentType, careerLevel, compensationCurrency, compensationPeriod, source,
				locations, languages, skills, compensationMin, compensationMax, postedAt, firstSeenAt, lastSeenAt, closedAt, company)
			VALUES ({:id}, {:title}, {:url}, 'Porto, Portugal', 'remote', 'full-time', 'senior', '', '', 'greenhouse',
				'[{"city":"Porto","region":"Porto","country":"Portugal","countryCode":"PT","primary":true}]', '["en"]', '["Go","PostgreSQL","Kubernetes"]',
				0, 0, {:at}, {:at}, {:at}, '', {:company})`, func(n int) dbx.Params {
			return dbx.Params{
				"id": fmt.Sprintf("%015d", n), "title": fmt.Sprintf("Software Engineer of part %d", n), "url": fmt.Sprintf("https://boards.example.org/seed/%d", n),
				"at": newest.Add(-time.Duration(n) * time.Second).Format(types.DefaultDateLayout), "company": fmt.Sprintf("%015d", n%employers),
			}
		})
	})
}

// insertAll writes rows past PocketBase's own checks, which would take an hour.
func insertAll(tx core.App, rows int, sql string, row func(n int) dbx.Params) error {
	insert := tx.DB().NewQuery(sql)
	if err := insert.Prepare().LastError; err != nil {
		return err
	}
	defer insert.Close()
	for n := range rows {
		if _, err := insert.Bind(row(n)).Execute(); err != nil {
			return err
		}
	}
	return nil
}
