// Written by `npm run types` from api/published/jobs.json.

export interface paths {
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search postings
         * @description Every sort ends in a unique tie-breaker: paging through a result visits each posting once. `totalElements` is exact; `countIsEstimate` is always false. The company's `description` is null here.
         */
        get: operations["searchJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count postings by the values of each filter
         * @description Takes the filters of the search. A group ignores its own filter, so that it shows what choosing another value would give. Most frequent first, then by value; at most 100 values a group. Values that differ only in case are counted as one, shown in their most frequent spelling. Counts are exact; `countIsEstimate` is always false.
         */
        get: operations["getJobFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Complete what is being typed
         * @description Titles, skills, companies and places of open postings whose words begin with the words of `q`, each with the number of open postings it has: most frequent first, then by value. Countries and regions are places too.
         */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/summaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Postings by their ids
         * @description As search lists them, in the order of the ids, closed ones included. Unknown ids are left out. Lets a list that keeps ids, such as the saved jobs of a board, show the same facts as search.
         */
        get: operations["listJobSummaries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open postings like this one
         * @description Nearest first, by shared title words, skills and places, then newest. The posting itself is left out. The company's `description` is null here.
         */
        get: operations["listSimilarJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/index": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * State of the search index
         * @description Of the replica that answers; each keeps its own index.
         */
        get: operations["getIndexStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one posting
         * @description Closed postings stay readable. The company is complete here, its `description` included.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/saved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's saved postings
         * @description Last saved first. Closed postings stay in the list. What was saved as an application with the status SAVED is not in it.
         */
        get: operations["listSavedJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/saved/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save a posting
         * @description Idempotent; the first saving sets `savedAt`.
         */
        put: operations["saveJob"];
        post?: never;
        /**
         * Forget a saved posting
         * @description Idempotent; also 204 when it was not saved.
         */
        delete: operations["unsaveJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's own corrections of postings
         * @description All of them, last changed first. They are the caller's view alone: searches, filters and facets use the platform's facts for everybody. A client lays `facts` over those of the posting.
         */
        get: operations["listOwnCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/corrections/{jobId}/{fact}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct a fact of a posting in the caller's own view
         * @description Idempotent. The body has the property that the path names, and no other.
         */
        put: operations["setOwnCorrection"];
        post?: never;
        /**
         * Show the platform's fact again
         * @description Idempotent; also 204 when the caller had not corrected it.
         */
        delete: operations["removeOwnCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Facts that administrators corrected for everybody
         * @description Those that stand, last made first, with who made them. Withdrawing one is `DELETE /jobs/admin/postings/{jobId}/facts/{fact}`.
         */
        get: operations["listCorrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/postings/{jobId}/facts/{fact}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Correct a fact of a posting for everybody
         * @description Idempotent: repeating it changes nothing and is never a conflict. The body has the property that the path names, and no other. The correction wins over the board, the title, the text and the model, now and after every later crawl and enrichment, until it is withdrawn. Searches, filters and facets follow within two seconds.
         */
        put: operations["correctFact"];
        post?: never;
        /**
         * Withdraw the correction of a fact
         * @description Idempotent; the posting has the fact that was found for it again.
         */
        delete: operations["withdrawCorrection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/filters/saved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's saved filters
         * @description Oldest first.
         */
        get: operations["listSavedFilters"];
        put?: never;
        /**
         * Save a filter
         * @description Company values are kept as names.
         */
        post: operations["createSavedFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/filters/saved/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a saved filter */
        delete: operations["deleteSavedFilter"];
        options?: never;
        head?: never;
        /**
         * Rename a saved filter or replace its filters
         * @description An absent property keeps its value; `filters` is replaced whole; null is refused.
         */
        patch: operations["updateSavedFilter"];
        trace?: never;
    };
    "/jobs/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the caller never and always wants to see
         * @description Last added first. `query` has the same as parameters of the search: a company with the names of all its boards. The search itself is public and knows no caller.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * Never, or always, see something
         * @description Idempotent: what is there already is returned. A company has one entry for all its boards; adding it to one list takes it off the other. At 1,000 entries, hidden postings that have closed make room.
         */
        post: operations["addRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove an entry from the caller's list */
        delete: operations["removeRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The postings that the caller has opened */
        get: operations["listSeen"];
        put?: never;
        /**
         * Note that the caller has opened postings
         * @description Idempotent; opening a posting again moves it to the front. Ids of postings that do not exist are ignored.
         */
        post: operations["addSeen"];
        /** Forget which postings the caller has opened */
        delete: operations["forgetSeen"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Note that the caller is here
         * @description A visit ends when nothing was noted for 30 minutes. Clients note it when they are opened and every few minutes after.
         */
        post: operations["noteVisit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's feeds
         * @description Oldest first.
         */
        get: operations["listFeeds"];
        put?: never;
        /**
         * Make a feed of a search
         * @description Of a saved search (`savedFilterId`), which it follows and ends with, or of `filters`. Idempotent: a search has one feed.
         */
        post: operations["addFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a feed
         * @description Its addresses end at once.
         */
        delete: operations["removeFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/feeds/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the addresses of a feed
         * @description The old ones end at once.
         */
        post: operations["resetFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/feed.atom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a feed as Atom
         * @description The 50 newest open postings of the search (RFC 4287), without those that the owner's list hides. Words of the keyword that name a filter act as one; unknown words are not corrected.
         */
        get: operations["getAtomFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/feed.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a feed as JSON Feed
         * @description The same as `/jobs/feed.atom` in JSON Feed 1.1.
         */
        get: operations["getFeedDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/filters/saved/{id}/alert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Switch the alert of a saved filter on, or change or mute it
         * @description From then on the caller is told of postings that newly match the filter, each posting once, whichever of the caller's filters it matches. Postings that matched before are not told. The keyword is neither interpreted nor corrected, and `confirmedWithin` is left aside: what has just changed has just been confirmed. What newly matches while the alert is muted is never told.
         */
        put: operations["setAlert"];
        post?: never;
        /**
         * Switch the alert of a saved filter off
         * @description Also 204 when the filter had none.
         */
        delete: operations["removeAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/employers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find employers whose boards are read
         * @description Boards of one company are one employer. Names that contain `q`, without regard to case; those that begin with it first, then by name.
         */
        get: operations["listEmployers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/employers/followed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The boards of all employers that the caller follows
         * @description By name, not paged. It is also the caller's copy of what is stored about following, and, saved as a file, a catalogue that `rolecall targets import` reads.
         */
        get: operations["listFollowedBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/employers/{employerId}/follow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Follow an employer
         * @description Idempotent. All boards of the employer are followed, also those that are added later. A crawl reads boards that somebody follows first.
         */
        put: operations["followEmployer"];
        post?: never;
        /**
         * Stop following an employer
         * @description Idempotent; also 204 when the caller did not follow it.
         */
        delete: operations["unfollowEmployer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/personal-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all that this service keeps of the user
         * @description A part of the whole export at `/personal-data`, with a list of rows for each area.
         */
        get: operations["exportJobData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/companies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find companies by name
         * @description For type-ahead. Names that contain `q`, without regard to case; those that begin with it first, then by name. The `description` is null here.
         */
        get: operations["listCompanies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/companies/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a company and its open postings
         * @description The company is complete; postings come newest first.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/companies/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Edit a company by hand
         * @description Replaces all descriptive fields: one that is null, blank or absent is cleared. The slug stays, tags are not editable. Nothing automatic overwrites a company edited this way.
         */
        put: operations["updateCompany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * History of passes
         * @description Newest first: those that administrators requested and those on schedule, with their progress. A pass on schedule that finds nothing to do leaves no entry.
         */
        get: operations["listTriggers"];
        put?: never;
        /**
         * Request a crawl or an enrichment pass
         * @description Answers at once; the crawler takes the request up on its next poll. An admin with two-factor on sends a TOTP or a backup code, another admin needs none. Checked in this order: token, group, the deployment's switch (403), body (400), a pass under way (409), second factor (422, 429). A backup code is never spent on a refusal that could be foreseen. Passes on schedule count: none is accepted while one of the same kind runs.
         */
        post: operations["createTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/triggers/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Last run of each kind
         * @description `triggerEnabled` is the deployment's switch, `twoFactorRequired` whether this caller has two-factor on. `crawl` and `enrichment` are the newest pass of their kind, requested or on schedule, null when there never was one. `scheduled` says when the schedule last started one, and whether it runs.
         */
        get: operations["getTriggerStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/targets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Boards that are crawled, and their health
         * @description By company name; with `health=failing`, those that failed most often in a row first.
         */
        get: operations["listTargets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/targets/{targetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A board, its last pulls and what was last asked of it */
        get: operations["getTarget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/targets/{targetId}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause, resume, pull or delete a board
         * @description Answers at once; the crawler does it within seconds. `pause`: the board is not pulled until it is resumed; its postings stay as they are. `resume`: a board that is paused, gone or backing off is pulled again with the next pass. `retry`: the board is pulled now. `delete`: its open postings are closed, and the board is no longer listed or pulled; saved jobs and applications stay. Adding the board again brings it back with its postings. Deleting needs the code of an administrator who has two-factor on, `retry` needs the deployment's switch for triggers.
         */
        post: operations["createBoardRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/finds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether and how often the caller may look for boards
         * @description Administrators may look for boards and add them; with `crawler.targets.open` every user may. Each user has a number of finds a day, administrators too.
         */
        get: operations["getFindAllowance"];
        put?: never;
        /**
         * Look for the board of an employer
         * @description Answers at once; the crawler takes the request up within about a second. Ask for the find until its status is `succeeded` or `failed`. An address is looked at for links to a board; a name is tried at the vendors that say whether they know it. Finds are kept for two days.
         */
        post: operations["createFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/finds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a find has tried and found
         * @description While it runs, `steps` grows; `boards` comes at the end.
         */
        get: operations["getFind"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/finds/{id}/additions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a board that was found
         * @description Answers at once; the crawler adds the board and pulls it, whatever else it does. Ask for the find: the board's `state` becomes `adding`, then `added` or `failed`.
         */
        post: operations["addFoundBoard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What administrators and operators did here
         * @description Newest first. Logins and accounts are in identity's list of the same kind.
         */
        get: operations["listSecurityEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/admin/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Version, storage and queues of this service */
        get: operations["getServiceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ServiceReport: {
            version: string;
            /** @description What the tables and indexes of the service take in the database. */
            schemas: components["schemas"]["SchemaSize"][];
            queues: components["schemas"]["QueueDepth"][];
        };
        SchemaSize: {
            name: string;
            /** Format: int64 */
            bytes: number;
        };
        /**
         * @description `changes`: postings that are to be compared with alerts. `hits`: matches that notifications has not taken. `enrichment`: postings without facts. `board-requests`: finds and actions that wait for the crawler.
         * @enum {string}
         */
        QueueName: "changes" | "hits" | "enrichment" | "board-requests";
        QueueDepth: {
            name: components["schemas"]["QueueName"];
            /**
             * Format: int64
             * @description Entries that are not done, those that are due later included.
             */
            waiting: number;
            /**
             * Format: int64
             * @description Entries whose time has come.
             */
            due: number;
            /**
             * Format: int64
             * @description Entries that have been due for more than 15 minutes.
             */
            late: number;
            /**
             * Format: int64
             * @description Entries that were given up in the last days.
             */
            givenUp: number;
            /**
             * Format: date-time
             * @description When the oldest entry that is due became so; null if none is.
             */
            oldestAt: string | null;
        };
        /** @description The rows of each area, by the area's name. Secrets such as hashes and tokens are left out. */
        PersonalData: {
            [key: string]: {
                [key: string]: unknown;
            }[];
        };
        /** @enum {string} */
        WorkplaceType: "remote" | "hybrid" | "onsite";
        /** @enum {string} */
        EmploymentType: "full-time" | "part-time" | "contract" | "freelance" | "internship";
        /** @enum {string} */
        CareerLevel: "internship" | "junior" | "mid" | "senior" | "lead" | "principal" | "manager" | "director";
        /** @enum {string} */
        CompensationPeriod: "hour" | "day" | "week" | "month" | "year";
        /** @enum {string} */
        PostedWithin: "today" | "3d" | "week" | "month";
        /** @enum {string} */
        ConfirmedWithin: "day" | "week";
        /** @enum {string} */
        SuggestionKind: "title" | "skill" | "company" | "place";
        /** @enum {string} */
        JobSort: "newest" | "oldest" | "relevance" | "salary-desc" | "salary-asc";
        /** @description The employer. An unknown value is null, never an empty string. While the company is unresolved only `name` and `logoUrl` are known, from the board. A client that holds an entry from a list upgrades it with one from a single posting and never the other way round. */
        CompanyInfo: {
            /** Format: uuid */
            id: string | null;
            /** @description The company's identity; null together with `id` while unresolved. */
            slug: string | null;
            name: string;
            /** Format: uri */
            logoUrl: string | null;
            website: string | null;
            /** @description Free text. */
            industry: string | null;
            /** @description Free text; recommended are `1-10`, `11-50`, `51-200`, `201-500`, `501-1000`, `1001-5000`, `5001-10000`, `10000+`. Consumers tolerate other values. */
            size: string | null;
            headquarters: string | null;
            /** @description Null in every list; filled in the single posting and the company page. */
            description: string | null;
            /** @description Null when there are none, never empty. */
            tags: string[] | null;
            manuallyEdited: boolean | null;
            /** Format: date-time */
            updatedAt: string | null;
        };
        JobLocation: {
            city: string | null;
            region: string | null;
            /** @description English short name. */
            country: string | null;
            /** @description ISO 3166-1 alpha-2. */
            countryCode: string | null;
            /** @description Whether it is the place the board names first. */
            primary: boolean;
        };
        JobPostSummary: {
            /** Format: uuid */
            id: string;
            title: string;
            /** @description The posting on its board; an absolute http or https address. */
            url: string;
            company: components["schemas"]["CompanyInfo"];
            /** @description The place as the board writes it. */
            location: string | null;
            /** @description The places understood from it, the primary one first. */
            locations: components["schemas"]["JobLocation"][];
            workplaceType: components["schemas"]["WorkplaceType"] | null;
            employmentType: components["schemas"]["EmploymentType"] | null;
            careerLevel: components["schemas"]["CareerLevel"] | null;
            /**
             * Format: int64
             * @description Lower end in whole units of the currency, per `compensationPeriod`.
             */
            compensationMin: number | null;
            /**
             * Format: int64
             * @description Upper end, likewise.
             */
            compensationMax: number | null;
            /** @description ISO 4217 code. */
            compensationCurrency: string | null;
            compensationPeriod: components["schemas"]["CompensationPeriod"] | null;
            /** @description ISO 639-1 codes. */
            languages: string[];
            /** @description Canonical names. */
            skills: string[];
            /** @description The kind of board, such as `greenhouse`. */
            source: string;
            /**
             * Format: date-time
             * @description When the board says it was posted.
             */
            postedAt: string | null;
            /** Format: date-time */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description When a pull last confirmed the posting open.
             */
            lastSeenAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description Present while the board cannot be read, or does not prove what it lists, and has not confirmed the posting since this time, for a day or longer. The posting is not closed, but it may be over.
             */
            unconfirmedSince?: string;
            /** @description The lower end with cents, present if it has any; `compensationMin` is rounded then. */
            compensationMinExact?: number;
            /** @description The upper end with cents, likewise. */
            compensationMaxExact?: number;
            match?: components["schemas"]["JobMatch"];
            /** @description Present and true if a `never` parameter of the query hides the posting and `showHidden` shows it. */
            hidden?: boolean;
            /** @description Present and true if an `always` parameter of the query matches the posting. */
            always?: boolean;
        };
        /** @description Why a search found the posting; present when the search asked with `highlight`. */
        JobMatch: {
            /**
             * @description The best tier that holds; null without a keyword.
             * @enum {string|null}
             */
            reason: "title-phrase" | "title" | "title-and-skills" | "title-partly" | "text" | null;
            /** @description Parts of the title that matched. */
            titleMarks: components["schemas"]["Mark"][];
            /** @description Words of the keyword for which the posting was found by others of the same meaning: `software developer` by `software engineer`. Absent when there are none. */
            synonyms?: components["schemas"]["Synonym"][];
            snippet: components["schemas"]["Snippet"] | null;
            payAbout: components["schemas"]["PayAbout"] | null;
        };
        Synonym: {
            /** @description Words of the keyword. */
            typed: string;
            /** @description Those that the posting has in their place. */
            found: string;
        };
        /** @description The part of the text with most matches; null when no word is in the text. */
        Snippet: {
            text: string;
            marks: components["schemas"]["Mark"][];
        };
        /** @description Pay per year converted to the asked currency, when it was written otherwise. */
        PayAbout: {
            /** Format: int64 */
            min: number;
            /** Format: int64 */
            max: number;
            currency: string;
            /** @description The date of the exchange rates. */
            ratesOf: string;
        };
        /** @description A range of Unicode code points, the end not included. */
        Mark: {
            start: number;
            end: number;
        };
        /** @description How a keyword was read; present when it was interpreted or corrected. */
        Understood: {
            /** @description What was searched for as words. */
            keyword: string;
            /** @description Words that acted as filters. */
            filters: components["schemas"]["UnderstoodFilter"][];
            /** @description Words of a sentence that were not searched for, as typed; in quotes they are. */
            ignored: string[];
            /** @description Words that occur nowhere and what was searched for instead. */
            corrected: components["schemas"]["Correction"][];
            /** @description A keyword that finds more, offered when few postings match. */
            suggestion: string | null;
        };
        UnderstoodFilter: {
            /** @description The words as typed; in quotes they are searched for as words. */
            text: string;
            /**
             * @description The parameter of a search that the words set; `exclude` is words that must not occur.
             * @enum {string}
             */
            filter: "workplaceType" | "employmentType" | "careerLevel" | "location" | "compensationMin" | "postedWithin" | "exclude";
            /** @description The value of the parameter; of an amount, whole units per year. */
            value: string;
            /** @description ISO 4217 code that an amount was typed with. Without it the amount is in `payCurrency`. */
            currency?: string;
        };
        Correction: {
            from: string;
            to: string;
        };
        SuggestResponse: {
            items: components["schemas"]["Suggestion"][];
        };
        Suggestion: {
            kind: components["schemas"]["SuggestionKind"];
            /** @description To be sent as keyword, skill, company or location. */
            value: string;
            /** Format: int64 */
            count: number;
        };
        JobSummaries: {
            items: components["schemas"]["JobPostSummary"][];
        };
        SimilarJobs: {
            items: components["schemas"]["JobPostSummary"][];
        };
        IndexStatus: {
            ready: boolean;
            /**
             * Format: int64
             * @description Postings loaded so far.
             */
            loaded: number;
            /**
             * Format: int64
             * @description Postings there are to load.
             */
            total: number;
            /** Format: int64 */
            open: number;
            /** Format: int64 */
            closed: number;
            parts: number;
            /** Format: int64 */
            bytes: number;
            /** Format: int64 */
            bytesPerPosting: number;
            /**
             * Format: date-time
             * @description When the database was last read.
             */
            appliedAt: string | null;
            /**
             * Format: date-time
             * @description When a snapshot was last written.
             */
            snapshotAt: string | null;
            /**
             * Format: date-time
             * @description When the counts were last compared with the database.
             */
            comparedAt: string | null;
            /** @description The outcome of that comparison. */
            comparison: string | null;
        };
        /** @description A JobPostSummary with the text and the proof of life. */
        JobPostResponse: {
            /** Format: uuid */
            id: string;
            title: string;
            /** @description The posting on its board; an absolute http or https address. */
            url: string;
            company: components["schemas"]["CompanyInfo"];
            /** @description The place as the board writes it. */
            location: string | null;
            /** @description The places understood from it, the primary one first. */
            locations: components["schemas"]["JobLocation"][];
            workplaceType: components["schemas"]["WorkplaceType"] | null;
            employmentType: components["schemas"]["EmploymentType"] | null;
            careerLevel: components["schemas"]["CareerLevel"] | null;
            /**
             * Format: int64
             * @description Lower end in whole units of the currency, per `compensationPeriod`.
             */
            compensationMin: number | null;
            /**
             * Format: int64
             * @description Upper end, likewise.
             */
            compensationMax: number | null;
            /** @description ISO 4217 code. */
            compensationCurrency: string | null;
            compensationPeriod: components["schemas"]["CompensationPeriod"] | null;
            /** @description ISO 639-1 codes. */
            languages: string[];
            /** @description Canonical names. */
            skills: string[];
            /** @description The kind of board, such as `greenhouse`. */
            source: string;
            /**
             * Format: date-time
             * @description When the board says it was posted.
             */
            postedAt: string | null;
            /** Format: date-time */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description When a pull last confirmed the posting open.
             */
            lastSeenAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description Present while the board cannot be read, or does not prove what it lists, and has not confirmed the posting since this time, for a day or longer. The posting is not closed, but it may be over.
             */
            unconfirmedSince?: string;
            /** @description The lower end with cents, present if it has any; `compensationMin` is rounded then. */
            compensationMinExact?: number;
            /** @description The upper end with cents, likewise. */
            compensationMaxExact?: number;
            /** @description Sanitised HTML. */
            description: string | null;
            /** @description The points listed as requirements; empty when none were found. */
            requirements: string[];
            /**
             * Format: uuid
             * @description The pull that last confirmed the posting open.
             */
            lastConfirmedBy: string | null;
            /**
             * Format: uuid
             * @description The earlier posting of the same employer, title and place that this one repeats.
             */
            repostOf: string | null;
            experience: components["schemas"]["ExperienceYears"] | null;
            /** @description Where each known fact comes from. */
            facts: components["schemas"]["FactOrigin"][];
            /**
             * Format: int64
             * @description Grows with every administrator's correction of this posting; 0 when there was none.
             */
            factsVersion: number;
            /** @description What the board and the text say of the facts that an administrator corrected; absent when there is none. */
            found?: components["schemas"]["FactValues"];
        };
        /** @enum {string} */
        FactName: "workplaceType" | "employmentType" | "careerLevel" | "pay" | "experience" | "languages" | "skills" | "requirements" | "places";
        /** @enum {string} */
        CorrectableFact: "workplaceType" | "employmentType" | "careerLevel" | "pay" | "experience" | "languages" | "skills" | "places";
        /**
         * @description `board`: a field of the board. `title` and `text`: read from the posting. `model`: the second opinion that the operator configured. `administrator`: a correction for everybody.
         * @enum {string}
         */
        FactSource: "board" | "title" | "text" | "model" | "administrator";
        FactOrigin: {
            fact: components["schemas"]["FactName"];
            source: components["schemas"]["FactSource"];
            /** @description The words of the title or the text that the fact stands on, if they are known. */
            words: string | null;
            /** @description The words that each skill stands on, as far as they are known; only for `skills` from the title or the text. */
            quotes?: components["schemas"]["FactQuote"][];
        };
        FactQuote: {
            /** @description The skill. */
            value: string;
            words: string;
        };
        /** @description Years of experience asked for. */
        ExperienceYears: {
            /** Format: int64 */
            min: number;
            /** Format: int64 */
            max: number | null;
        };
        /** @description A range in whole units of the currency; null at an open end. A correction has one end at least, up to 1,000,000,000,000. */
        Pay: {
            /** Format: int64 */
            min: number | null;
            /** Format: int64 */
            max: number | null;
            /** @description ISO 4217 code. */
            currency: string | null;
            period: components["schemas"]["CompensationPeriod"];
        };
        /** @description Facts by name; null or an empty list means "not stated". A correction has at most 50 skills of up to 100 characters, 20 languages, 60 years, and 50 places. A place has a country, a region, or both, and a city only with its country. `countryCode` decides: the service fills in `country`, and the first place is the primary one. */
        FactValues: {
            workplaceType?: components["schemas"]["WorkplaceType"] | null;
            employmentType?: components["schemas"]["EmploymentType"] | null;
            careerLevel?: components["schemas"]["CareerLevel"] | null;
            pay?: components["schemas"]["Pay"] | null;
            experience?: components["schemas"]["ExperienceYears"] | null;
            /** @description ISO 639-1 codes. */
            languages?: string[];
            skills?: string[];
            places?: components["schemas"]["JobLocation"][];
        };
        MadeCorrection: {
            /** Format: uuid */
            jobId: string;
            /** @description The posting's title. */
            title: string;
            /** @description The company as its board names it. */
            company: string;
            fact: components["schemas"]["CorrectableFact"];
            /** @description The fact as it was corrected, under its name. */
            value: components["schemas"]["FactValues"];
            /** @description The fact as the board and the text have it, under its name. */
            found: components["schemas"]["FactValues"];
            /**
             * Format: int64
             * @description The posting's `factsVersion`.
             */
            version: number;
            /**
             * Format: uuid
             * @description The administrator's account; null if it was deleted.
             */
            madeBy: string | null;
            /** @description The account's address today, if it is known. */
            madeByEmail: string | null;
            /** Format: date-time */
            madeAt: string;
        };
        MadeCorrectionPage: {
            content: components["schemas"]["MadeCorrection"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        OwnCorrection: {
            /** Format: uuid */
            jobId: string;
            /** @description The posting's title. */
            title: string;
            facts: components["schemas"]["FactValues"];
            /** Format: date-time */
            updatedAt: string;
        };
        OwnCorrectionList: {
            items: components["schemas"]["OwnCorrection"][];
        };
        JobPage: {
            content: components["schemas"]["JobPostSummary"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
            /** @description Always false. */
            countIsEstimate: boolean;
            understood?: components["schemas"]["Understood"];
            /**
             * Format: int64
             * @description Present if the query has a `never` parameter: how many postings of the search it hides, whether they are shown or not.
             */
            hidden?: number;
            /**
             * Format: int64
             * @description Present if the query has `newSince`.
             */
            newElements?: number;
        };
        FacetsResponse: {
            companies: components["schemas"]["FacetGroup"];
            locations: components["schemas"]["FacetGroup"];
            workplaceTypes: components["schemas"]["FacetGroup"];
            employmentTypes: components["schemas"]["FacetGroup"];
            careerLevels: components["schemas"]["FacetGroup"];
            languages: components["schemas"]["FacetGroup"];
            skills: components["schemas"]["FacetGroup"];
            /** @description Always false. */
            countIsEstimate: boolean;
        };
        FacetGroup: components["schemas"]["FacetValue"][];
        FacetValue: {
            /** @description To be sent as the filter's value. */
            value: string;
            /** Format: int64 */
            count: number;
        };
        SavedJob: {
            /** Format: date-time */
            savedAt: string;
            job: components["schemas"]["JobPostSummary"];
        };
        SavedJobPage: {
            content: components["schemas"]["SavedJob"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        SavedJobList: {
            items: components["schemas"]["SavedJob"][];
        };
        /** @description The query of the search without paging; a filter that is not set is absent. Null is taken for absent. */
        JobFilters: {
            keyword?: string | null;
            location?: string[] | null;
            company?: string[] | null;
            workplaceType?: components["schemas"]["WorkplaceType"][] | null;
            employmentType?: components["schemas"]["EmploymentType"][] | null;
            careerLevel?: components["schemas"]["CareerLevel"][] | null;
            language?: string[] | null;
            skill?: string[] | null;
            /** Format: int64 */
            compensationMin?: number | null;
            compensationCurrency?: string | null;
            postedWithin?: components["schemas"]["PostedWithin"] | null;
            includeClosed?: boolean | null;
            excludeCompany?: string[] | null;
            experienceMax?: number | null;
            includeUnpriced?: boolean | null;
            confirmedWithin?: components["schemas"]["ConfirmedWithin"] | null;
            unconfirmedDays?: number | null;
            near?: string | null;
            within?: string | null;
            sort?: components["schemas"]["JobSort"] | null;
        };
        SavedFilter: {
            /** Format: uuid */
            id: string;
            name: string;
            filters: components["schemas"]["JobFilters"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            alert?: components["schemas"]["AlertSetting"];
        };
        /**
         * @description When hits are told.
         * @enum {string}
         */
        AlertRhythm: "AT_ONCE" | "DAILY" | "WEEKLY";
        /** @description Absent in a filter without an alert. */
        AlertSetting: {
            rhythm: components["schemas"]["AlertRhythm"];
            /**
             * Format: date-time
             * @description Nothing is told before. Absent when the alert is not muted; the year 9999 stands for ever.
             */
            mutedUntil?: string;
        };
        /** @description A word of the posting that matched the keyword, or a fact that matched a filter. */
        AlertReason: {
            /** @enum {string} */
            kind: "WORD" | "FACT";
            /** @description In English, for clients that do not know the parameter. */
            text: string;
            /** @description Of a fact, the parameter of a search that it meets; a client can name it in its language. */
            filter?: string;
            /** @description The value of the parameter; of an amount, whole units per year. */
            value?: string;
            /** @description ISO 4217 code of an amount. */
            currency?: string;
            /** @description Distance around a place, such as `30km`. */
            within?: string;
        };
        AlertHit: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            filterId: string;
            filterName: string;
            rhythm: components["schemas"]["AlertRhythm"];
            /** Format: date-time */
            matchedAt: string;
            /** @description At most 12, words first. */
            reasons: components["schemas"]["AlertReason"][];
            /** @description Ranges of the title that matched the keyword when the posting was found. */
            titleMarks: components["schemas"]["Mark"][];
            job: components["schemas"]["JobPostSummary"];
        };
        AlertHitList: {
            hits: components["schemas"]["AlertHit"][];
        };
        SilentAlerts: {
            filterIds: string[];
        };
        TakenAlertHits: {
            ids: string[];
        };
        SavedFilterList: {
            items: components["schemas"]["SavedFilter"][];
        };
        CreateSavedFilterRequest: {
            /** @description Trimmed; not blank. */
            name: string;
            filters: components["schemas"]["JobFilters"];
        };
        UpdateSavedFilterRequest: {
            /** @description Trimmed; not blank. */
            name?: string;
            filters?: components["schemas"]["JobFilters"];
        };
        /** @enum {string} */
        RuleListName: "NEVER" | "ALWAYS";
        /**
         * @description `COMPANY` is on either list, `WORD` on `ALWAYS` alone, the others on `NEVER` alone.
         * @enum {string}
         */
        RuleKind: "COMPANY" | "TITLE_WORD" | "PLACE" | "JOB" | "WORD";
        /** @description An entry of somebody's list. */
        Rule: {
            /** Format: uuid */
            id: string;
            list: components["schemas"]["RuleListName"];
            kind: components["schemas"]["RuleKind"];
            /** @description The words or the place; of a company its name, of a posting its title, as they were when the entry was made. */
            name: string;
            /** @description The company of a posting. */
            company: string | null;
            /** Format: uuid */
            jobId: string | null;
            /**
             * Format: uuid
             * @description Of a company, as in `/jobs/employers`.
             */
            employerId: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        RuleList: {
            items: components["schemas"]["Rule"][];
            query: components["schemas"]["RuleQuery"];
        };
        /** @description Somebody's list as parameters of the search. */
        RuleQuery: {
            neverCompany: string[];
            neverTitle: string[];
            neverPlace: string[];
            neverJob: string[];
            alwaysCompany: string[];
            alwaysWord: string[];
        };
        /** @description Has exactly one of `value`, `jobId` and `employerId`. `JOB` takes a `jobId`; `COMPANY` takes an `employerId`, the `jobId` of one of its postings, or its name as `value`; the other kinds take a `value`. */
        NewRule: {
            list: components["schemas"]["RuleListName"];
            kind: components["schemas"]["RuleKind"];
            /** @description A place has at most 200 characters, words have at most 100. */
            value?: string | null;
            /** Format: uuid */
            jobId?: string | null;
            /** Format: uuid */
            employerId?: string | null;
        };
        SeenJobs: {
            jobIds: string[];
        };
        NewSeenJobs: {
            jobIds: string[];
        };
        Visit: {
            /**
             * Format: date-time
             * @description When the visit before the present one ended; null if there was none.
             */
            previousAt: string | null;
        };
        /** @description A search under secret addresses. */
        Feed: {
            /** Format: uuid */
            id: string;
            /** @description Of the saved search, if it is one. */
            name: string;
            /** Format: uuid */
            savedFilterId: string | null;
            filters: components["schemas"]["JobFilters"];
            /** Format: uri */
            atomUrl: string;
            /** Format: uri */
            jsonUrl: string;
            /** Format: date-time */
            createdAt: string;
        };
        FeedList: {
            items: components["schemas"]["Feed"][];
        };
        /** @description JSON Feed 1.1, with its own names of properties. */
        JsonFeed: {
            version: string;
            title: string;
            home_page_url: string;
            feed_url: string;
            items: components["schemas"]["JsonFeedItem"][];
        };
        JsonFeedItem: {
            id: string;
            /** @description The posting on the platform. */
            url: string;
            /** @description The posting where the employer shows it. */
            external_url: string;
            title: string;
            content_text: string;
            /** Format: date-time */
            date_published: string;
            /** Format: date-time */
            date_modified: string;
            authors: components["schemas"]["JsonFeedAuthor"][];
            tags: string[];
        };
        JsonFeedAuthor: {
            name: string;
        };
        /** @description Has either `savedFilterId` or `filters`. */
        NewFeed: {
            /** Format: uuid */
            savedFilterId?: string | null;
            /** @description With `filters`; the keyword if absent. */
            name?: string | null;
            filters?: components["schemas"]["JobFilters"] | null;
        };
        CompanyPage: {
            content: components["schemas"]["CompanyInfo"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        CompanyResponse: {
            company: components["schemas"]["CompanyInfo"];
            jobs: components["schemas"]["JobPage"];
        };
        UpdateCompanyRequest: {
            /** @description Trimmed; not blank. */
            name: string;
            website?: string | null;
            industry?: string | null;
            /** @description Free text; see CompanyInfo for the recommended values. */
            size?: string | null;
            headquarters?: string | null;
            description?: string | null;
            /** @description An absolute http or https address. */
            logoUrl?: string | null;
        };
        /** @enum {string} */
        TriggerKind: "crawl" | "enrichment";
        TriggerRequestBody: {
            kind: components["schemas"]["TriggerKind"];
            /** @description A six-digit TOTP code or an eight-character backup code. */
            code?: string | null;
        };
        TriggerResponse: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["TriggerKind"];
            status: components["schemas"]["TriggerStatus"];
            /** Format: date-time */
            requestedAt: string;
        };
        TriggerStatusResponse: {
            scheduled: components["schemas"]["ScheduledPasses"];
            triggerEnabled: boolean;
            twoFactorRequired: boolean;
            crawl: components["schemas"]["TriggerRunInfo"] | null;
            enrichment: components["schemas"]["TriggerRunInfo"] | null;
        };
        /** @description The passes that the schedule started, by kind. */
        ScheduledPasses: {
            crawl: components["schemas"]["ScheduledPass"];
            enrichment: components["schemas"]["ScheduledPass"];
        };
        ScheduledPass: {
            running: boolean;
            /**
             * Format: date-time
             * @description When the last one began.
             */
            lastRunAt: string | null;
            /**
             * Format: date-time
             * @description When one last ended well.
             */
            lastSuccessAt: string | null;
        };
        TriggerRecord: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["TriggerKind"];
            status: components["schemas"]["TriggerStatus"];
            /**
             * Format: uuid
             * @description The admin's user id; null for a pass on schedule.
             */
            requestedBy: string | null;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            resultSummary: string | null;
            errorReason: string | null;
            progress: components["schemas"]["TriggerProgress"] | null;
        };
        TriggerPage: {
            content: components["schemas"]["TriggerRecord"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        /** @description Who publishes jobs on one or more boards. */
        Employer: {
            /**
             * Format: uuid
             * @description The company's id, or that of the board while its company is unresolved.
             */
            id: string;
            name: string;
            /** @description Of the company; null while it is unresolved. */
            slug: string | null;
            /** Format: uri */
            logoUrl: string | null;
            /** @description The kinds of its boards, such as `greenhouse`. */
            sourceTypes: string[];
            /** @description Whether any of its boards is read; if not, they are paused or gone. */
            active: boolean;
            /** Format: date-time */
            lastAttemptAt: string | null;
            /** Format: date-time */
            lastSuccessAt: string | null;
            /** Format: int64 */
            openPostings: number;
            following: boolean;
        };
        EmployerPage: {
            content: components["schemas"]["Employer"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        FollowedBoard: {
            /** Format: uuid */
            employerId: string;
            /** @description As company filters of the search know it. */
            companyName: string;
            sourceType: string;
            token: string;
            /** Format: date-time */
            followedAt: string;
        };
        FollowedBoardList: {
            items: components["schemas"]["FollowedBoard"][];
        };
        /** @enum {string} */
        PullTargetStatus: "active" | "paused" | "gone";
        /**
         * @description `pending`: an administrator has asked something of the crawler that it has not done yet. `paused` and `gone`: the status. Of the active boards, `failing`: the last pulls failed. `unread`: none has succeeded yet. `healthy`: the rest.
         * @enum {string}
         */
        BoardHealth: "failing" | "unread" | "pending" | "paused" | "gone" | "healthy";
        BoardHealthCount: {
            health: components["schemas"]["BoardHealth"];
            /** Format: int64 */
            boards: number;
        };
        PullTarget: {
            /** Format: uuid */
            id: string;
            /** @description The kind of board, such as `greenhouse`. */
            sourceType: string;
            /** @description The board's name at its host. */
            token: string;
            companyName: string;
            /** @description Null while the company is unresolved. */
            companySlug: string | null;
            status: components["schemas"]["PullTargetStatus"];
            health: components["schemas"]["BoardHealth"];
            /** Format: date-time */
            lastSuccessAt: string | null;
            /** Format: date-time */
            lastAttemptAt: string | null;
            /** Format: int64 */
            consecutiveFailures: number;
            lastError: string | null;
            /** Format: int64 */
            openPostings: number;
            /**
             * Format: date-time
             * @description When scheduled passes pull the board next, at the earliest; null means with the next pass.
             */
            nextPullAt: string | null;
            /**
             * Format: date-time
             * @description When a pull last found a posting new, changed or gone. Null until the second pull.
             */
            lastChangeAt: string | null;
            /**
             * Format: int64
             * @description Time between two scheduled pulls; it adapts to how often the board changes.
             */
            pullIntervalMinutes: number;
            /**
             * Format: int64
             * @description Users who follow the employer. Such boards are pulled first.
             */
            followers: number;
            /**
             * Format: int64
             * @description Requests of the last pull.
             */
            lastRequests: number;
            /**
             * Format: int64
             * @description Bytes that the last pull received.
             */
            lastBytes: number;
            /** @description Null until the first pull. */
            host: components["schemas"]["PullHost"] | null;
            /** @description What an administrator has asked of the crawler and it has not done yet. */
            pendingAction: components["schemas"]["BoardAction"] | null;
        };
        /** @enum {string} */
        BoardAction: "pause" | "resume" | "retry" | "delete";
        CreateBoardRequest: {
            action: components["schemas"]["BoardAction"];
            /** @description A six-digit TOTP code or an eight-character backup code; for `delete`. */
            code?: string | null;
        };
        BoardRequest: {
            /** Format: uuid */
            id: string;
            action: components["schemas"]["BoardAction"];
            status: components["schemas"]["TriggerStatus"];
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /** @description Why it failed; of a `retry` that succeeded, why the board could not be read. */
            errorReason: string | null;
        };
        PullTargetDetails: {
            target: components["schemas"]["PullTarget"];
            /** @description Newest first. */
            pulls: components["schemas"]["Pull"][];
            /** @description The newest action on the board in the last days. */
            request: components["schemas"]["BoardRequest"] | null;
        };
        /**
         * @description `complete`: every posting was seen. `unchanged`: the board said that nothing changed. `partial`: some may be missing.
         * @enum {string}
         */
        PullOutcome: "complete" | "unchanged" | "partial" | "failed";
        Pull: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            pulledAt: string;
            outcome: components["schemas"]["PullOutcome"];
            /** Format: int64 */
            httpStatus: number | null;
            /**
             * Format: int64
             * @description Postings on the board.
             */
            seen: number;
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            changed: number;
            /** Format: int64 */
            reopened: number;
            /** Format: int64 */
            closed: number;
            /** Format: int64 */
            durationMs: number;
            /** @description Why it failed, or why postings that are missing are not closed yet. */
            error: string | null;
            /** Format: int64 */
            requests: number;
            /**
             * Format: int64
             * @description Received.
             */
            bytes: number;
        };
        /** @description A host that boards are read from. Hosts with one backend count as one. */
        PullHost: {
            name: string;
            /** Format: int64 */
            requestsThisHour: number;
            /**
             * Format: int64
             * @description Requests per hour at which scheduled passes leave the host's other boards for later; 0 means no limit.
             */
            budget: number;
        };
        FindAllowance: {
            /** @description Whether the caller may look for boards and add them. */
            allowed: boolean;
            /** @description Finds that a user may start in 24 hours. */
            perDay: number;
            /** @description Finds that the caller may still start now. */
            left: number;
        };
        CreateFindRequest: {
            /** @description An employer's name, the address of its site, or that of its board. */
            query: string;
        };
        AddFoundBoardRequest: {
            /**
             * Format: int32
             * @description Which of the find's boards, from 0 on.
             */
            choice: number;
        };
        Find: {
            /** Format: uuid */
            id: string;
            query: string;
            status: components["schemas"]["TriggerStatus"];
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            errorReason: string | null;
            steps: components["schemas"]["FindStep"][];
            boards: components["schemas"]["FoundBoard"][];
        };
        FindStep: {
            /** @description The address of a page, or the kind of board that was asked. */
            place: string;
            /** @description The board's name that was asked for; null for a page. */
            token: string | null;
            outcome: components["schemas"]["FindOutcome"];
            note: string | null;
        };
        /**
         * @description `remembered` is nothing, according to an earlier find; `disallowed` is a page that robots.txt or the server refuses; `unavailable` gave no usable answer; `nowhere` is an address whose host does not exist.
         * @enum {string}
         */
        FindOutcome: "found" | "nothing" | "remembered" | "disallowed" | "unavailable" | "nowhere";
        FoundBoard: {
            /** @description The kind of board, such as `greenhouse`. */
            sourceType: string;
            /** @description The board's name at its host. */
            token: string;
            /** @description The employer's name, as the board or the site states it, or else as it was typed. */
            name: string;
            website: string | null;
            /** Format: uri */
            logoUrl: string | null;
            /** @description Postings that the board lists. */
            postings: number;
            /** @description Whether there are more than that. */
            more: boolean;
            /** @description Of the first postings, at most three. */
            titles: string[];
            foundBy: components["schemas"]["FoundBy"];
            state: components["schemas"]["FoundBoardState"];
            /**
             * Format: uuid
             * @description The employer to follow; null until the board is known or its addition has begun.
             */
            employerId: string | null;
            /**
             * Format: int64
             * @description Postings of the board that can be searched now; null while it is neither known nor added.
             */
            openPostings: number | null;
            /** @description Why the board could not be added, or why its first pull failed. */
            reason: string | null;
        };
        /**
         * @description Whether the board's own address was given, the employer's site leads to it, or a vendor knows the name.
         * @enum {string}
         */
        FoundBy: "address" | "site" | "name";
        /**
         * @description `known` boards are pulled already; `failed` ones could not be added.
         * @enum {string}
         */
        FoundBoardState: "new" | "known" | "adding" | "added" | "failed";
        SecurityEventList: {
            items: components["schemas"]["SecurityEvent"][];
            /**
             * Format: int64
             * @description What to send as `before` for the following page; null when there is none.
             */
            next: number | null;
        };
        SecurityEvent: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description What happened, in parts from the general to the particular, such as `trigger.requested`. */
            kind: string;
            /** @description `user`, `admin`, `operator` (a command or the configuration) or `anonymous`. */
            actor: string;
            /**
             * Format: uuid
             * @description Whose account it is about, or whose act it was if it is about the platform.
             */
            accountId: string | null;
            /** @description The account's address today; null if there is none. */
            accountEmail: string | null;
            address: string | null;
            userAgent: string | null;
            /** @description As in the log. */
            requestId: string | null;
            /** @description What else is known, by name. `count` says how many equal events the entry stands for. */
            detail: {
                [key: string]: string;
            };
        };
        PullTargetPage: {
            content: components["schemas"]["PullTarget"][];
            /** @description How many boards each health has under the other filters; every value, in the order of the enum. */
            health: components["schemas"]["BoardHealthCount"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        Error: {
            /** @description A stable title. */
            error: string;
            /** @description A sentence for the person who reads it. */
            message: string;
            /** @description What is wrong with which field; on validation errors. */
            fields?: components["schemas"]["FieldError"][];
            run?: components["schemas"]["TriggerRunInfo"];
            /** @description The id under which the log has the details; on 500. */
            requestId?: string;
        };
        FieldError: {
            name: string;
            message: string;
        };
        /** @description One run of a pass. In an error body it is the run already under way. */
        TriggerRunInfo: {
            /** Format: uuid */
            id: string;
            status: components["schemas"]["TriggerStatus"];
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            startedAt: string | null;
            /** Format: date-time */
            finishedAt: string | null;
            resultSummary: string | null;
            errorReason: string | null;
            progress: components["schemas"]["TriggerProgress"] | null;
        };
        /** @enum {string} */
        TriggerStatus: "queued" | "running" | "succeeded" | "failed";
        TriggerProgress: {
            /** Format: int64 */
            done: number;
            /** Format: int64 */
            total: number;
            note: string | null;
            boards?: components["schemas"]["TriggerBoards"];
        };
        /** @description What became of the active boards in a crawl; once it has ended. */
        TriggerBoards: {
            /**
             * Format: int64
             * @description Boards that were read, even in part.
             */
            read: number;
            /**
             * Format: int64
             * @description Boards that could not be read.
             */
            failed: number;
            /**
             * Format: int64
             * @description Boards left out because they failed before and are not tried again yet.
             */
            waiting: number;
            /**
             * Format: date-time
             * @description When the first of the boards that were left out is tried again; null if none was.
             */
            waitingUntil: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Of the content, for `If-None-Match`. */
        ETag: string;
        /** @description When the content changed last, for `If-Modified-Since`. */
        LastModified: string;
        /** @description The address carries a secret, so nothing between keeps the answer. */
        FeedCacheControl: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchJobs: {
        parameters: {
            query?: {
                /** @description All words must occur, in title, company, skills, places, workplace and employment, or text; inflected forms, accents, synonyms and parts of German compounds are found too. The last word may be a beginning of three letters or more, unless it is a common word by itself. Quotes mean exactly these words in this order, a minus excludes, OR joins two alternatives (not in `50k or more`); `title:` and `company:` look there only. Blank is no filter. */
                keyword?: string;
                /** @description Repeatable, any of. A city, a region, a country, `City, Country` or `Remote`, without regard to case. */
                location?: string[];
                /** @description Repeatable, any of. Equals the board's company name, without regard to case. */
                company?: string[];
                /** @description Repeatable, any of. */
                workplaceType?: components["schemas"]["WorkplaceType"][];
                /** @description Repeatable, any of. */
                employmentType?: components["schemas"]["EmploymentType"][];
                /** @description Repeatable, any of. */
                careerLevel?: components["schemas"]["CareerLevel"][];
                /** @description Repeatable, any of. ISO 639-1 codes, without regard to case. */
                language?: string[];
                /** @description Repeatable, any of. Canonical names, without regard to case. */
                skill?: string[];
                /** @description Whole units per year of `compensationCurrency`. The posting's upper end, or its only figure, converted, is at least this. Unpriced postings are left out unless `includeUnpriced` is true; 0 leaves out nothing else. */
                compensationMin?: number;
                /** @description ISO 4217 code of `compensationMin`, without regard to case; default is the deployment's currency. A currency without a configured rate is compared with its own postings only. Alone it means `compensationMin` 0. */
                compensationCurrency?: string;
                /** @description ISO 4217 code of amounts that come without one, in the keyword (`80k`) or as `compensationMin`, and of the pay that is shown converted (`payAbout`). It filters nothing. Default is the deployment's currency. */
                payCurrency?: string;
                /** @description Back from now by 24 hours, 72 hours, 7 days or 30 days. */
                postedWithin?: components["schemas"]["PostedWithin"];
                /** @description Whether closed postings are found too. */
                includeClosed?: boolean;
                /** @description Repeatable, none of. Equals the board's company name, without regard to case. */
                excludeCompany?: string[];
                /** @description Repeatable. Hides the postings of a company; equals the board's company name, without regard to case. The `never` and `always` parameters are somebody's list (`query` of `GET /jobs/rules`). What they hide is counted in `hidden` and not found, unless `showHidden`. A posting that an `always` parameter matches is not hidden by its title or place. */
                neverCompany?: string[];
                /** @description Repeatable. Hides postings whose title has these words, next to each other in this order; without inflected forms. */
                neverTitle?: string[];
                /** @description Repeatable. A place as in `location`. Hides postings that are in no other place; remote work is not another place. `Remote` hides all remote postings. */
                neverPlace?: string[];
                /** @description Repeatable. Hides this posting. */
                neverJob?: string[];
                /** @description Repeatable. Keeps the postings of a company from being hidden by its title or place; named as in `neverCompany`. */
                alwaysCompany?: string[];
                /** @description Repeatable. Keeps postings from being hidden by title or place whose title has these words, as in `neverTitle`, or that have a skill of this name. */
                alwaysWord?: string[];
                /** @description Whether hidden postings are found and counted like others; they carry `hidden` then. */
                showHidden?: boolean;
                /** @description Years of experience. Postings that ask for more are left out; those that do not say are kept. */
                experienceMax?: number;
                /** @description With `compensationMin`, whether postings that name no pay are kept. */
                includeUnpriced?: boolean;
                /** @description Only postings whose board was last read completely, and believed, within 24 hours or 7 days. */
                confirmedWithin?: components["schemas"]["ConfirmedWithin"];
                /** @description Leaves out postings whose board has not confirmed them for more than this many days (`unconfirmedSince`); 0 leaves out all of them. Without it those of more than 30 days are left out, or none with `includeClosed`. */
                unconfirmedDays?: number;
                /** @description A city that is known with its coordinates, as `City` or `City, Country`; an unknown one finds nothing. */
                near?: string;
                /** @description How far from `near`, in kilometres or miles (`30km`, `20mi`). */
                within?: string;
                /** @description Whether the keyword is read as a sentence. Plain words that name a workplace, an employment, a level, a place, an amount (`80k`, `5000 € per month`) or an age (`today`) act as that filter, unless the same filter is set; `not` and `without` exclude the next word; words such as `jobs` and `in` are not searched for if others are there. What was understood is in `understood`; a word in quotes is never interpreted. If a workplace, employment, level or place leaves nothing, its words are searched for as words. */
                interpret?: boolean;
                /** @description Whether words that occur in no posting are replaced by the nearest that do. What was replaced is in `understood`; words that occur are never replaced. */
                correct?: boolean;
                /** @description `relevance` is best match first and `newest` without a word that must occur: the keyword as a phrase in the title, all words in the title, all words in title, skills and company, some words in the title, then the rest; newest first within each. `salary-desc` goes by the upper end, `salary-asc` by the lower, both converted; unpriced postings come last in both. */
                sort?: "newest" | "oldest" | "relevance" | "salary-desc" | "salary-asc";
                /** @description Whether postings that `alwaysCompany` or `alwaysWord` match come first, in the order of `sort` among themselves. */
                alwaysFirst?: boolean;
                /** @description Counts the postings of the result that were first seen after this time (`newElements`). It filters nothing. */
                newSince?: string;
                /** @description Whether each posting says why it matched (`match`), with a snippet of its text. */
                highlight?: boolean;
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of postings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    getJobFacets: {
        parameters: {
            query?: {
                /** @description All words must occur, in title, company, skills, places, workplace and employment, or text; inflected forms, accents, synonyms and parts of German compounds are found too. The last word may be a beginning of three letters or more, unless it is a common word by itself. Quotes mean exactly these words in this order, a minus excludes, OR joins two alternatives (not in `50k or more`); `title:` and `company:` look there only. Blank is no filter. */
                keyword?: string;
                /** @description Repeatable, any of. A city, a region, a country, `City, Country` or `Remote`, without regard to case. */
                location?: string[];
                /** @description Repeatable, any of. Equals the board's company name, without regard to case. */
                company?: string[];
                /** @description Repeatable, any of. */
                workplaceType?: components["schemas"]["WorkplaceType"][];
                /** @description Repeatable, any of. */
                employmentType?: components["schemas"]["EmploymentType"][];
                /** @description Repeatable, any of. */
                careerLevel?: components["schemas"]["CareerLevel"][];
                /** @description Repeatable, any of. ISO 639-1 codes, without regard to case. */
                language?: string[];
                /** @description Repeatable, any of. Canonical names, without regard to case. */
                skill?: string[];
                /** @description Whole units per year of `compensationCurrency`. The posting's upper end, or its only figure, converted, is at least this. Unpriced postings are left out unless `includeUnpriced` is true; 0 leaves out nothing else. */
                compensationMin?: number;
                /** @description ISO 4217 code of `compensationMin`, without regard to case; default is the deployment's currency. A currency without a configured rate is compared with its own postings only. Alone it means `compensationMin` 0. */
                compensationCurrency?: string;
                /** @description ISO 4217 code of amounts that come without one, in the keyword (`80k`) or as `compensationMin`, and of the pay that is shown converted (`payAbout`). It filters nothing. Default is the deployment's currency. */
                payCurrency?: string;
                /** @description Back from now by 24 hours, 72 hours, 7 days or 30 days. */
                postedWithin?: components["schemas"]["PostedWithin"];
                /** @description Whether closed postings are found too. */
                includeClosed?: boolean;
                /** @description Repeatable, none of. Equals the board's company name, without regard to case. */
                excludeCompany?: string[];
                /** @description Repeatable. Hides the postings of a company; equals the board's company name, without regard to case. The `never` and `always` parameters are somebody's list (`query` of `GET /jobs/rules`). What they hide is counted in `hidden` and not found, unless `showHidden`. A posting that an `always` parameter matches is not hidden by its title or place. */
                neverCompany?: string[];
                /** @description Repeatable. Hides postings whose title has these words, next to each other in this order; without inflected forms. */
                neverTitle?: string[];
                /** @description Repeatable. A place as in `location`. Hides postings that are in no other place; remote work is not another place. `Remote` hides all remote postings. */
                neverPlace?: string[];
                /** @description Repeatable. Hides this posting. */
                neverJob?: string[];
                /** @description Repeatable. Keeps the postings of a company from being hidden by its title or place; named as in `neverCompany`. */
                alwaysCompany?: string[];
                /** @description Repeatable. Keeps postings from being hidden by title or place whose title has these words, as in `neverTitle`, or that have a skill of this name. */
                alwaysWord?: string[];
                /** @description Whether hidden postings are found and counted like others; they carry `hidden` then. */
                showHidden?: boolean;
                /** @description Years of experience. Postings that ask for more are left out; those that do not say are kept. */
                experienceMax?: number;
                /** @description With `compensationMin`, whether postings that name no pay are kept. */
                includeUnpriced?: boolean;
                /** @description Only postings whose board was last read completely, and believed, within 24 hours or 7 days. */
                confirmedWithin?: components["schemas"]["ConfirmedWithin"];
                /** @description Leaves out postings whose board has not confirmed them for more than this many days (`unconfirmedSince`); 0 leaves out all of them. Without it those of more than 30 days are left out, or none with `includeClosed`. */
                unconfirmedDays?: number;
                /** @description A city that is known with its coordinates, as `City` or `City, Country`; an unknown one finds nothing. */
                near?: string;
                /** @description How far from `near`, in kilometres or miles (`30km`, `20mi`). */
                within?: string;
                /** @description Whether the keyword is read as a sentence. Plain words that name a workplace, an employment, a level, a place, an amount (`80k`, `5000 € per month`) or an age (`today`) act as that filter, unless the same filter is set; `not` and `without` exclude the next word; words such as `jobs` and `in` are not searched for if others are there. What was understood is in `understood`; a word in quotes is never interpreted. If a workplace, employment, level or place leaves nothing, its words are searched for as words. */
                interpret?: boolean;
                /** @description Whether words that occur in no posting are replaced by the nearest that do. What was replaced is in `understood`; words that occur are never replaced. */
                correct?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacetsResponse"];
                };
            };
        };
    };
    suggest: {
        parameters: {
            query: {
                /** @description What has been typed; blank suggests nothing. */
                q: string;
                /** @description Repeatable. Only suggestions of these kinds; absent means all. */
                kind?: components["schemas"]["SuggestionKind"][];
                /** @description How many of each kind at most. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The suggestions, by kind. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestResponse"];
                };
            };
        };
    };
    listJobSummaries: {
        parameters: {
            query: {
                /** @description Repeated, 1 to 100 times. */
                id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The postings that exist. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobSummaries"];
                };
            };
        };
    };
    listSimilarJobs: {
        parameters: {
            query?: {
                size?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The postings; empty when none is near. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarJobs"];
                };
            };
        };
    };
    getIndexStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexStatus"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: {
                /** @description A keyword as in the search; the words that match it are marked with `<mark>` in `description`. */
                highlight?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The posting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPostResponse"];
                };
            };
        };
    };
    listSavedJobs: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of saved postings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedJobPage"];
                };
            };
        };
    };
    saveJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Saved. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unsaveJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not saved any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOwnCorrections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The corrections, by posting. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnCorrectionList"];
                };
            };
        };
    };
    setOwnCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
                fact: components["schemas"]["CorrectableFact"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactValues"];
            };
        };
        responses: {
            /** @description Corrected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    removeOwnCorrection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: string;
                fact: components["schemas"]["CorrectableFact"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not corrected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCorrections: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of corrections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeCorrectionPage"];
                };
            };
        };
    };
    correctFact: {
        parameters: {
            query?: {
                /** @description The `factsVersion` that the caller saw. If another correction was made since, the answer is a 409 and nothing changes. Absent means unconditional. */
                version?: number;
            };
            header?: never;
            path: {
                jobId: string;
                fact: components["schemas"]["CorrectableFact"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactValues"];
            };
        };
        responses: {
            /** @description The posting as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPostResponse"];
                };
            };
        };
    };
    withdrawCorrection: {
        parameters: {
            query?: {
                /** @description The `factsVersion` that the caller saw. If another correction was made since, the answer is a 409 and nothing changes. Absent means unconditional. */
                version?: number;
            };
            header?: never;
            path: {
                jobId: string;
                fact: components["schemas"]["CorrectableFact"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The posting as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPostResponse"];
                };
            };
        };
    };
    listSavedFilters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them; at most 200. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilterList"];
                };
            };
        };
    };
    createSavedFilter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedFilterRequest"];
            };
        };
        responses: {
            /** @description The saved filter. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
        };
    };
    deleteSavedFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSavedFilter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedFilterRequest"];
            };
        };
        responses: {
            /** @description The filter as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them; at most 1,000. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleList"];
                };
            };
        };
    };
    addRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRule"];
            };
        };
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rule"];
                };
            };
        };
    };
    removeRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSeen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last 1,000, last opened first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeenJobs"];
                };
            };
        };
    };
    addSeen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSeenJobs"];
            };
        };
        responses: {
            /** @description Noted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    forgetSeen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    noteVisit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present visit. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Visit"];
                };
            };
        };
    };
    listFeeds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them; at most 50. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeedList"];
                };
            };
        };
    };
    addFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFeed"];
            };
        };
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feed"];
                };
            };
        };
    };
    removeFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resetFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed with its new addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feed"];
                };
            };
        };
    };
    getAtomFeed: {
        parameters: {
            query: {
                /** @description The secret of the feed's address. */
                token: string;
            };
            header?: {
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["FeedCacheControl"];
                    Etag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/atom+xml": string;
                };
            };
            /** @description The client has the present content. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["FeedCacheControl"];
                    Etag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getFeedDocument: {
        parameters: {
            query: {
                /** @description The secret of the feed's address. */
                token: string;
            };
            header?: {
                "If-None-Match"?: string;
                "If-Modified-Since"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["FeedCacheControl"];
                    Etag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    [name: string]: unknown;
                };
                content: {
                    "application/feed+json": components["schemas"]["JsonFeed"];
                };
            };
            /** @description The client has the present content. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["FeedCacheControl"];
                    Etag: components["headers"]["ETag"];
                    "Last-Modified": components["headers"]["LastModified"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertSetting"];
            };
        };
        responses: {
            /** @description The filter as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedFilter"];
                };
            };
        };
    };
    removeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The filter has no alert. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listEmployers: {
        parameters: {
            query?: {
                /** @description A part of the name; empty or absent lists all. */
                q?: string;
                /** @description Whether to list only those that the caller follows. */
                following?: boolean;
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of employers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmployerPage"];
                };
            };
        };
    };
    listFollowedBoards: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The boards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedBoardList"];
                };
            };
        };
    };
    followEmployer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an employer, or of its company. */
                employerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Followed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    unfollowEmployer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an employer, or of its company. */
                employerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Not followed any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    exportJobData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalData"];
                };
            };
        };
    };
    listCompanies: {
        parameters: {
            query?: {
                /** @description A part of the name; empty or absent lists all. */
                q?: string;
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of companies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyPage"];
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: {
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company and a page of its open postings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyResponse"];
                };
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCompanyRequest"];
            };
        };
        responses: {
            /** @description The company as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanyInfo"];
                };
            };
        };
    };
    listTriggers: {
        parameters: {
            query?: {
                /** @description Only passes of this kind. */
                kind?: components["schemas"]["TriggerKind"];
                /** @description Only passes on schedule, or only requested ones. */
                scheduled?: boolean;
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerPage"];
                };
            };
        };
    };
    createTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerRequestBody"];
            };
        };
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerResponse"];
                };
            };
        };
    };
    getTriggerStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerStatusResponse"];
                };
            };
        };
    };
    listTargets: {
        parameters: {
            query?: {
                /** @description Only boards in this state. */
                status?: components["schemas"]["PullTargetStatus"];
                /** @description Only boards of this health. */
                health?: components["schemas"]["BoardHealth"];
                /** @description A part of the company's name or of the token, without regard to case. */
                q?: string;
                /** @description Counted from 0. */
                page?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of boards. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullTargetPage"];
                };
            };
        };
    };
    getTarget: {
        parameters: {
            query?: {
                /** @description How many pulls at most, the newest first. */
                pulls?: number;
            };
            header?: never;
            path: {
                targetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The board. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullTargetDetails"];
                };
            };
        };
    };
    createBoardRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                targetId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBoardRequest"];
            };
        };
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoardRequest"];
                };
            };
        };
    };
    getFindAllowance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The allowance. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindAllowance"];
                };
            };
        };
    };
    createFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFindRequest"];
            };
        };
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Find"];
                };
            };
        };
    };
    getFind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The find. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Find"];
                };
            };
        };
    };
    addFoundBoard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddFoundBoardRequest"];
            };
        };
        responses: {
            /** @description Queued. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Find"];
                };
            };
        };
    };
    listSecurityEvents: {
        parameters: {
            query?: {
                /** @description A kind or its first parts; `login` finds `login.failed`. */
                kind?: string;
                /** @description Only acts of this account. */
                account?: string;
                /** @description Only events at or after this instant. */
                from?: string;
                /** @description Only events before this instant. */
                to?: string;
                /** @description The `next` of the page before. */
                before?: number;
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityEventList"];
                };
            };
        };
    };
    getServiceReport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceReport"];
                };
            };
        };
    };
}
