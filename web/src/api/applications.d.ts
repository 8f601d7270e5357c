// Written by `npm run types` from api/published/applications.json.

export interface paths {
    "/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's applications
         * @description Every order ends in a unique key, so that paging visits each application exactly once. A board of all statuses is built by paging with the largest size.
         */
        get: operations["listApplications"];
        put?: never;
        /**
         * Start tracking an application
         * @description Exactly one of `jobPostId` and `jobDetails` is given. A crawled posting is copied as a snapshot, so the application outlives the posting; a closed posting may still be applied to. Creation is the first row of the timeline.
         */
        post: operations["createApplication"];
        /**
         * Delete all applications of the user
         * @description Needs an emailed code for the action `delete-all-applications`, requested from the identity service. The code is consumed there with the caller's own token; nothing is deleted unless it was accepted.
         */
        delete: operations["deleteAllApplications"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one application with its timeline */
        get: operations["getApplication"];
        put?: never;
        post?: never;
        /** Delete one application and its timeline */
        delete: operations["deleteApplication"];
        options?: never;
        head?: never;
        /**
         * Change an application
         * @description An absent property keeps its value and an explicit null clears it. `nextStep: null` clears the whole step, a null inside `nextStep` clears that part. `{}` changes nothing. The status has an operation of its own.
         */
        patch: operations["updateApplication"];
        trace?: never;
    };
    "/applications/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Move an application to another status
         * @description Any move is allowed and adds a timeline row. `endedAt` is set exactly while the status is terminal. Moving to APPLIED sets `appliedAt` if it is not known; a move from SAVED to a later status leaves it unknown. Moving to the present status is 200 and changes nothing, except the place of the card in its column when `after` is given; that is no activity.
         */
        patch: operations["moveApplication"];
        trace?: never;
    };
    "/applications/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo that an application was marked as ghosted
         * @description Takes a GHOSTED application back to the status it had before, APPLIED if it never had another. The timeline keeps what happened and gets one more row.
         */
        post: operations["reopenApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back the last move
         * @description Removes the last row of the timeline as if the move had not been made: it counts in no statistic. Possible for ten minutes, for a move that the user made.
         */
        post: operations["undoMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring back a deleted application
         * @description Possible for ten minutes after the deletion. Reminders of the application that were not due meanwhile stay.
         */
        post: operations["restoreApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter a move that happened earlier
         * @description The row is marked as corrected. The status of the application is that of the latest row; a first row that is SAVED counts as the earliest, whatever its time.
         */
        post: operations["addTimelineEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{id}/timeline/{position}": {
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
         * Remove a row from the timeline
         * @description The status of the application is that of the latest row. `appliedAt` is cleared when only SAVED rows remain.
         */
        delete: operations["removeTimelineEvent"];
        options?: never;
        head?: never;
        /**
         * Correct the status or the time of a row in the timeline
         * @description The row is marked as corrected. `appliedAt` follows the row that it was taken from, and is cleared when only SAVED rows remain or when that row is no longer APPLIED and no other row is. The status of the application is that of the latest row; a first row that is SAVED counts as the earliest, whatever its time.
         */
        patch: operations["correctTimelineEvent"];
        trace?: never;
    };
    "/applications/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the user's settings of the tracker */
        get: operations["getApplicationSettings"];
        /** Change the user's settings of the tracker */
        put: operations["setApplicationSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/saved-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the caller's saved jobs on the board
         * @description Saved jobs and the status SAVED are one wishlist. A posting that was saved in job search since the last call, and that the caller does not track, becomes an application in the status SAVED, dated when it was saved. One call takes over 200 at most. Nothing goes the other way: a SAVED application is no saved job of job search.
         */
        post: operations["takeOverSavedJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many applications at once
         * @description All in one transaction. Applications that the caller does not have, and those that the change leaves as they are, are left out; `changed` counts the others. The change can be undone as a whole for ten minutes.
         */
        post: operations["changeApplications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/bulk/{bulkId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back a change of many applications
         * @description Possible once, for ten minutes. An application that was moved or deleted again since then keeps what it has; `changed` counts those that were taken back.
         */
        post: operations["undoBulkChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's saved views of the tracker */
        get: operations["listViews"];
        put?: never;
        /**
         * Save a view of the tracker
         * @description A view of the same name, without regard to case, is replaced.
         */
        post: operations["saveView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/views/{viewId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a saved view */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Summarise the user's search */
        get: operations["getApplicationStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/stats/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the moves of each month
         * @description Exactly `months` entries, oldest first, the current month last; a month without moves has zeros.
         */
        get: operations["getApplicationStatsHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/stats/period": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the applications of a period and where they went
         * @description Counts, so that every share has its base. The period selects applications by when they were started: by `appliedAt`, or, if that is not known, by their first step after SAVED, else by when they were entered. The same parameters of the list return the applications behind each figure.
         */
        get: operations["getPeriodStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/personal-data": {
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
        get: operations["exportApplicationData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all applications as CSV or JSON
         * @description Without `format` the `Accept` header decides (`application/json` or `text/csv`), and without a preference it is CSV. CSV is UTF-8 with a header line: title, company, location, url, status, appliedAt, endedAt, createdAt, lastActivityAt, nextStepLabel, nextStepDate, nextStepReminderAt, contact, portalUrl, notes, timeline (`STATUS@time` joined by `;`). It can be imported again. Every field is quoted. Where a spreadsheet would take a text for a formula, at its start or after a semicolon, tab or line break in it, stands an apostrophe, which the import takes away.
         */
        get: operations["exportApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import applications from CSV
         * @description The columns of the export, in any order, named in a header line, or those of another tool or spreadsheet: common names in English, German, Spanish and French are understood (`Position`, `Firma`, `Fecha de solicitud`). `title` and `company` are needed, the others may be missing and unknown ones are ignored. Fields are separated by commas, semicolons or tabs. An empty status is APPLIED; common words for a status are understood.
         *     A date is `2026-05-02`, `2026/05/02`, `02.05.2026`, `02-05-2026`, `2 May 2026`, `May 2, 2026`, any of them with a time, or RFC 3339. `05/02/2026` is read as month/day/year unless a value of the same column has a first number above 12: then the whole column is day/month/year. A day begins, and a time without an offset is, in `zone`.
         *     A line without a timeline gets one from its dates. `appliedAt` is not used for SAVED, and `endedAt` only for a terminal status and if it is not before `appliedAt`. With both dates the rows are APPLIED at `appliedAt` and the status at `endedAt`. Otherwise there is one row: the status at `endedAt`, else at `appliedAt`, else at `createdAt`, which is the time of the import if the file does not give it. If that row is an answer (SCREENING, INTERVIEW, OFFER, ACCEPTED or REJECTED), the application counts in no waiting time.
         *     An import is an act of the user: `lastActivityAt` of each new application is the time of the import, whatever the file says. Good lines are kept, bad ones reported, and a line that repeats an application exactly (title, company, url and appliedAt) is skipped, so that importing a file twice changes nothing. All of it happens in one transaction. Up to 16 MiB, 64 columns and 50,000 records of at most 512 KiB; lines beyond the user's 20,000 applications are refused. A user imports one file at a time, dry runs included. Of the errors the first 1,000 are listed; `failed` counts all.
         */
        post: operations["importApplications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/admin/report": {
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
         * @description `outbox`: calls to other services.
         * @enum {string}
         */
        QueueName: "outbox";
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
        /** @enum {string} */
        ApplicationStatus: "SAVED" | "APPLIED" | "SCREENING" | "INTERVIEW" | "OFFER" | "ACCEPTED" | "REJECTED" | "WITHDRAWN" | "GHOSTED";
        /**
         * @default updated
         * @enum {string}
         */
        ApplicationSort: "updated" | "applied" | "company" | "title" | "status" | "nextStep" | "created" | "board";
        /** @enum {string} */
        SortOrder: "asc" | "desc";
        /** @enum {string} */
        ExportFormat: "csv" | "json";
        /** @description An application as lists show it. */
        Application: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The crawled posting; null for an entry made by hand.
             */
            jobPostId: string | null;
            status: components["schemas"]["ApplicationStatus"];
            /**
             * Format: date-time
             * @description When the user applied; null when that is not known or has not happened yet.
             */
            appliedAt: string | null;
            /**
             * Format: date-time
             * @description When the application reached its terminal status; null while it is open.
             */
            endedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description The last change by the user.
             */
            lastActivityAt: string;
            job: components["schemas"]["ApplicationJob"];
            notes: string | null;
            nextStep: components["schemas"]["NextStep"] | null;
            contact: string | null;
            portalUrl: string | null;
            /** @description In the order in which the user gave them. */
            tags: string[];
            /**
             * Format: date-time
             * @description When the user put it away; null while it is on the board. An archived application is not marked as ghosted.
             */
            archivedAt: string | null;
        };
        /** @description An application with all that is known about it. */
        ApplicationDetails: components["schemas"]["Application"] & {
            /** @description Whether the application may be marked as ghosted after a time without activity. */
            ghosting: boolean;
            /** @description The description of the posting as it was when the application was made, as sanitised HTML; null for an entry made by hand. */
            jobDescription: string | null;
            /** @description Oldest first. The first row is the creation, at `appliedAt` where that was given and the status was not SAVED. */
            timeline: components["schemas"]["TimelineEvent"][];
        };
        /** @description The job as it was when the application was made. */
        ApplicationJob: {
            title: string;
            company: string;
            companyLogoUrl: string | null;
            location: string | null;
            url: string | null;
        };
        /** @description What happens next; at least one part is not null. */
        NextStep: {
            label: string | null;
            /** Format: date */
            date: string | null;
            /**
             * Format: date-time
             * @description The exact time of the step; interview reminders count back from it instead of from the start of the day.
             */
            reminderAt: string | null;
        };
        TimelineEntry: {
            status: components["schemas"]["ApplicationStatus"];
            /** Format: date-time */
            occurredAt: string;
        };
        TimelineEvent: {
            /**
             * Format: int32
             * @description Names the row; the order is that of `occurredAt`.
             */
            position: number;
            status: components["schemas"]["ApplicationStatus"];
            /** Format: date-time */
            occurredAt: string;
            /** @description Whether the row was entered or changed afterwards. */
            corrected: boolean;
        };
        ApplicationSettings: {
            /** @description Whether the user's applications may be marked as ghosted after a time without activity. */
            ghosting: boolean;
        };
        UndoMoveRequest: {
            /**
             * Format: int32
             * @description Of the last row of the timeline.
             */
            position: number;
        };
        NewTimelineEvent: {
            /** @description Read without case; a status of the contract. */
            status: string;
            /**
             * Format: date-time
             * @description Not in the future; a day's difference is allowed, because zones differ.
             */
            occurredAt: string;
        };
        /** @description An absent property keeps its value. */
        TimelineCorrection: {
            /** @description Read without case; a status of the contract. */
            status?: string;
            /**
             * Format: date-time
             * @description Not in the future; a day's difference is allowed, because zones differ.
             */
            occurredAt?: string;
        };
        ApplicationPage: {
            content: components["schemas"]["Application"][];
            /** Format: int64 */
            page: number;
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        /** @description Exactly one of `jobPostId` and `jobDetails`. A null counts as absent. */
        CreateApplicationRequest: {
            /** Format: uuid */
            jobPostId?: string | null;
            jobDetails?: components["schemas"]["JobDetails"] | null;
            /**
             * @description Read without case; SAVED, APPLIED, SCREENING, INTERVIEW, OFFER, ACCEPTED, REJECTED, WITHDRAWN or GHOSTED.
             * @default APPLIED
             */
            status: string | null;
            /**
             * Format: date-time
             * @description May lie in the past, but not after tomorrow. When absent it is now, or unknown for SAVED.
             */
            appliedAt?: string | null;
            notes?: string | null;
            nextStep?: components["schemas"]["NextStepChange"] | null;
            contact?: string | null;
            portalUrl?: string | null;
        };
        /** @description A job that was not crawled. */
        JobDetails: {
            title: string;
            company: string;
            url?: string | null;
            /** @description As long as job search takes a place. */
            location?: string | null;
        };
        UpdateApplicationRequest: {
            notes?: string | null;
            nextStep?: components["schemas"]["NextStepChange"] | null;
            contact?: string | null;
            portalUrl?: string | null;
            /** Format: date-time */
            appliedAt?: string | null;
            jobDetails?: components["schemas"]["JobDetailsChange"];
            /** @description Whether the application may be marked as ghosted. */
            ghosting?: boolean;
            tags?: components["schemas"]["Tags"];
            /** @description Whether the application is put away. */
            archived?: boolean;
        };
        /** @description Replaces all tags. They are trimmed; of two that differ only in case the first stays. */
        Tags: components["schemas"]["Tag"][];
        Tag: string;
        /** @description An absent part keeps its value, a null or blank one is cleared; a step whose parts are all cleared is none. */
        NextStepChange: {
            label?: string | null;
            /** Format: date */
            date?: string | null;
            /** Format: date-time */
            reminderAt?: string | null;
        };
        /** @description Only for entries made by hand. An absent part keeps its value, a null one is cleared. */
        JobDetailsChange: {
            title?: string;
            company?: string;
            url?: string | null;
            /** @description As long as job search takes a place. */
            location?: string | null;
        };
        MoveApplicationRequest: {
            /** @description Read without case; SAVED, APPLIED, SCREENING, INTERVIEW, OFFER, ACCEPTED, REJECTED, WITHDRAWN or GHOSTED. */
            status: string;
            /**
             * Format: uuid
             * @description The application of that status below which the card is put; null puts it on top. Absent means on top when the status changes, and where it is when it does not.
             */
            after?: string | null;
        };
        DeleteAllApplicationsRequest: {
            /** Format: uuid */
            verificationId: string;
            /** @description The six digits of the mail. Any other string is a wrong code. */
            code: string;
        };
        SavedJobsTakenOver: {
            added: number;
            /** @description Whether there may be more to take over. */
            more: boolean;
        };
        /** @enum {string} */
        BulkAction: "move" | "tag" | "untag" | "archive" | "unarchive" | "delete";
        BulkChange: {
            ids: string[];
            action: components["schemas"]["BulkAction"];
            /** @description For `move`. Read without case; a status of the contract. */
            status?: string | null;
            /** @description For `tag` and `untag`. */
            tag?: string | null;
        };
        BulkResult: {
            /**
             * Format: uuid
             * @description Names the change, to undo it.
             */
            id: string;
            changed: number;
        };
        /** @enum {string} */
        ViewPage: "board" | "table";
        NewView: {
            name: string;
            page: components["schemas"]["ViewPage"];
            /** @description The query of the page: filters, sort and columns. */
            query: string;
        };
        View: components["schemas"]["NewView"] & {
            /** Format: uuid */
            id: string;
        };
        ViewList: {
            items: components["schemas"]["View"][];
        };
        /** @description A number for every status. */
        StatusCounts: {
            /** Format: int64 */
            SAVED: number;
            /** Format: int64 */
            APPLIED: number;
            /** Format: int64 */
            SCREENING: number;
            /** Format: int64 */
            INTERVIEW: number;
            /** Format: int64 */
            OFFER: number;
            /** Format: int64 */
            ACCEPTED: number;
            /** Format: int64 */
            REJECTED: number;
            /** Format: int64 */
            WITHDRAWN: number;
            /** Format: int64 */
            GHOSTED: number;
        };
        ApplicationStats: {
            /** Format: int64 */
            total: number;
            /**
             * Format: int64
             * @description Those that are not terminal, SAVED included.
             */
            active: number;
            byStatus: components["schemas"]["StatusCounts"];
            /**
             * Format: double
             * @description Of the applications that were ever sent, the share that was answered: that ever stood in SCREENING, INTERVIEW, OFFER, ACCEPTED or REJECTED. Null when none was sent.
             */
            responseRate: number | null;
            /**
             * Format: double
             * @description Mean of the days between `appliedAt` and the first answer; null when there is no such wait. An application that was entered with its answer already given, or whose answer is before `appliedAt`, says nothing about the wait and is left out.
             */
            averageReplyDays: number | null;
            /** @description From APPLIED to SCREENING, to INTERVIEW, to OFFER, to ACCEPTED, always these four. */
            passThrough: components["schemas"]["PassThrough"][];
            /** @description The earliest next-step date from today on among the open applications. */
            nextDeadline: components["schemas"]["NextDeadline"] | null;
        };
        PassThrough: {
            from: components["schemas"]["ApplicationStatus"];
            to: components["schemas"]["ApplicationStatus"];
            /**
             * Format: double
             * @description Of the applications that ever reached `from` or a later stage, the share that reached `to` or a later one; null when there are none.
             */
            rate: number | null;
        };
        NextDeadline: {
            /** Format: uuid */
            applicationId: string;
            label: string | null;
            /** Format: date */
            date: string;
        };
        /** @enum {string} */
        ReachedStage: "APPLIED" | "SCREENING" | "INTERVIEW" | "OFFER" | "ACCEPTED";
        /**
         * @description A stage on the way, or where an application is now. OPEN stands for all that have not ended.
         * @enum {string}
         */
        FlowPoint: "APPLIED" | "SCREENING" | "INTERVIEW" | "OFFER" | "ACCEPTED" | "REJECTED" | "WITHDRAWN" | "GHOSTED" | "OPEN";
        PeriodStats: {
            /** Format: int64 */
            total: number;
            byStatus: components["schemas"]["StatusCounts"];
            /** @description How many ever reached each stage or a later one. The first, APPLIED, counts all that were sent. */
            reached: components["schemas"]["StageCount"][];
            /**
             * Format: int64
             * @description Those that ever stood in SCREENING, INTERVIEW, OFFER, ACCEPTED or REJECTED.
             */
            answered: number;
            /**
             * Format: int64
             * @description Those of the answered ones that were entered before the answer and whose `appliedAt` is known and not after it.
             */
            waited: number;
            /**
             * Format: double
             * @description Mean of the days that the `waited` ones waited; null when there are none.
             */
            averageReplyDays: number | null;
            /** @description Where the sent ones went: from APPLIED through the stages in which they ever stood to where they are now. Every application comes to exactly one of ACCEPTED, REJECTED, WITHDRAWN, GHOSTED and OPEN. */
            flow: components["schemas"]["FlowCount"][];
            /** @description How many of the sent ones were started on each day, in the order of the days. Other days have none. */
            perDay: components["schemas"]["DayCount"][];
        };
        StageCount: {
            stage: components["schemas"]["ReachedStage"];
            /** Format: int64 */
            applications: number;
        };
        FlowCount: {
            from: components["schemas"]["FlowPoint"];
            to: components["schemas"]["FlowPoint"];
            /** Format: int64 */
            applications: number;
        };
        DayCount: {
            /** Format: date */
            day: string;
            /** Format: int64 */
            applications: number;
        };
        /** @description The rows of each area, by the area's name. Secrets such as hashes and tokens are left out. */
        PersonalData: {
            [key: string]: {
                [key: string]: unknown;
            }[];
        };
        ApplicationStatsHistory: components["schemas"]["ApplicationStatsMonth"][];
        /** @description How many applications came into each status in that month, by their timelines; each counts once per status and month. */
        ApplicationStatsMonth: {
            year: number;
            month: number;
            byStatus: components["schemas"]["StatusCounts"];
        };
        ApplicationExport: components["schemas"]["ExportedApplication"][];
        ExportedApplication: {
            title: string;
            company: string;
            location: string | null;
            url: string | null;
            status: components["schemas"]["ApplicationStatus"];
            /** Format: date-time */
            appliedAt: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastActivityAt: string;
            nextStepLabel: string | null;
            /** Format: date */
            nextStepDate: string | null;
            /** Format: date-time */
            nextStepReminderAt: string | null;
            contact: string | null;
            portalUrl: string | null;
            notes: string | null;
            timeline: components["schemas"]["TimelineEntry"][];
        };
        ImportForm: {
            /** Format: binary */
            file: string;
        };
        ImportResult: {
            /** Format: int64 */
            imported: number;
            /**
             * Format: int64
             * @description Lines that repeat an application of the user or an earlier line.
             */
            skipped: number;
            /**
             * Format: int64
             * @description Lines that were refused.
             */
            failed: number;
            /** @description Why lines were refused; the first 1000. */
            errors: components["schemas"]["ImportError"][];
        };
        /**
         * @description What is wrong with a line.
         * @enum {string}
         */
        ImportProblem: "NOT_CSV" | "TOO_MANY_FIELDS" | "MISSING" | "TOO_LONG" | "NUL_CHARACTER" | "NOT_AN_ADDRESS" | "NOT_A_STATUS" | "NOT_A_DATE" | "IN_THE_FUTURE" | "NOT_A_TIMELINE_ENTRY" | "TIMELINE_ORDER" | "TIMELINE_TOO_LONG" | "TIMELINE_END" | "LIMIT_REACHED";
        ImportError: {
            /**
             * Format: int64
             * @description Where the record starts; the header is line 1.
             */
            line: number;
            /** @description The same in English. */
            message: string;
            problem: components["schemas"]["ImportProblem"];
            /** @description Where it is, by the name that the export uses. */
            column: string | null;
            /** @description What the file has there, shortened. */
            value: string | null;
            /**
             * Format: int64
             * @description What is exceeded.
             */
            limit: number | null;
        };
        StaleApplicationsResponse: {
            items: components["schemas"]["StaleApplication"][];
        };
        StaleApplication: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            jobTitle: string;
            company: string;
            currentStatus: components["schemas"]["ApplicationStatus"];
            /** Format: date-time */
            lastActivityAt: string;
            /** @description Whole days of 24 hours. */
            daysSinceLastActivity: number;
        };
        SetApplicationStatusRequest: {
            /** @description Read without case; one of the nine statuses. */
            status: string;
            /**
             * Format: date-time
             * @description Change nothing (409) if the user acted after this instant.
             */
            ifInactiveSince?: string | null;
            /**
             * Format: uuid
             * @description Names the operation, so that a repeat after a lost answer is recognised.
             */
            operationId?: string | null;
        };
        StatusChange: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            previousStatus: components["schemas"]["ApplicationStatus"];
            newStatus: components["schemas"]["ApplicationStatus"];
        };
        UpcomingNextStepsResponse: {
            items: components["schemas"]["UpcomingNextStep"][];
        };
        ApplicationLookup: {
            items: components["schemas"]["ApplicationName"][];
        };
        ApplicationName: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            userId: string;
            jobTitle: string;
            company: string;
        };
        UpcomingNextStep: {
            /** Format: uuid */
            userId: string;
            /** Format: uuid */
            applicationId: string;
            jobTitle: string;
            nextStepLabel: string;
            /** Format: date */
            nextStepDate: string;
            /** Format: date-time */
            nextStepReminderAt: string | null;
            companyName: string | null;
            status: components["schemas"]["ApplicationStatus"];
        };
        UserNextStepsResponse: {
            items: components["schemas"]["UserNextStep"][];
        };
        UserNextStep: {
            /** Format: uuid */
            applicationId: string;
            jobTitle: string;
            companyName: string | null;
            location: string | null;
            nextStepLabel: string | null;
            /** Format: date */
            nextStepDate: string | null;
            /** Format: date-time */
            nextStepReminderAt: string | null;
            status: components["schemas"]["ApplicationStatus"];
            /** Format: date-time */
            updatedAt: string;
        };
        InterestProfile: {
            /** Format: uuid */
            userId: string;
            locations: string[];
            companies: string[];
            keywords: string[];
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
        /** @description The path of the new resource. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApplications: {
        parameters: {
            query?: {
                /** @description Only these statuses; repeatable, read without case. One of SAVED, APPLIED, SCREENING, INTERVIEW, OFFER, ACCEPTED, REJECTED, WITHDRAWN, GHOSTED; anything else is a 400. */
                status?: string[];
                /** @description Words that must all occur, without regard to case, in the title, the company, the location, the contact or the notes. Blank means no filter. */
                q?: string;
                /** @description Only those with one of these tags; repeatable, compared without case. */
                tag?: string[];
                /** @description Only archived ones, or only those that are not. Absent means both. */
                archived?: boolean;
                /** @description Only those started at this time or later. */
                since?: string;
                /** @description Only those started before this time. */
                until?: string;
                /** @description Only those that ever reached this stage or a later one; APPLIED means all that were sent. */
                reached?: components["schemas"]["ReachedStage"];
                /** @description Only those that were ever answered, or only those that were sent and never answered. */
                answered?: boolean;
                /** @description With `true`, only those whose wait for an answer is known. */
                waited?: boolean;
                /** @description Only those that went on from this point, as `flow` of the statistics counts them. */
                flowFrom?: components["schemas"]["FlowPoint"];
                /** @description Only those that came to this point; with `flowFrom`, only those that came to it from there. */
                flowTo?: components["schemas"]["FlowPoint"];
                /** @description `updated`: last changed first; `applied`: last applied first; `created`: last entered first; `board`: as the cards stand in their columns, from the top; `company`: by company, then title, and `title`, both without regard to case; `status`: in the order of the pipeline; `nextStep`: the nearest first. Those without a date are at the end. */
                sort?: components["schemas"]["ApplicationSort"];
                /** @description Reverses the sort, or states its own direction. */
                order?: components["schemas"]["SortOrder"];
                /** @description The page, counted from 0. */
                page?: number;
                /** @description Items per page. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of applications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationPage"];
                };
            };
        };
    };
    createApplication: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApplicationRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    deleteAllApplications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAllApplicationsRequest"];
            };
        };
        responses: {
            /** @description Nothing is left. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getApplication: {
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
            /** @description The application. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    deleteApplication: {
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
    updateApplication: {
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
                "application/json": components["schemas"]["UpdateApplicationRequest"];
            };
        };
        responses: {
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    moveApplication: {
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
                "application/json": components["schemas"]["MoveApplicationRequest"];
            };
        };
        responses: {
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    reopenApplication: {
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
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    undoMove: {
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
                "application/json": components["schemas"]["UndoMoveRequest"];
            };
        };
        responses: {
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    restoreApplication: {
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
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    addTimelineEvent: {
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
                "application/json": components["schemas"]["NewTimelineEvent"];
            };
        };
        responses: {
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    removeTimelineEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    correctTimelineEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                position: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimelineCorrection"];
            };
        };
        responses: {
            /** @description The application as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationDetails"];
                };
            };
        };
    };
    getApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationSettings"];
                };
            };
        };
    };
    setApplicationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationSettings"];
            };
        };
        responses: {
            /** @description Changed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    takeOverSavedJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedJobsTakenOver"];
                };
            };
        };
    };
    changeApplications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkChange"];
            };
        };
        responses: {
            /** @description What was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    undoBulkChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bulkId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was taken back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewList"];
                };
            };
        };
    };
    saveView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewView"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["View"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                viewId: string;
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
    getApplicationStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures as of now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationStats"];
                };
            };
        };
    };
    getApplicationStatsHistory: {
        parameters: {
            query?: {
                months?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per month. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationStatsHistory"];
                };
            };
        };
    };
    getPeriodStats: {
        parameters: {
            query?: {
                /** @description Only those started at this time or later. */
                since?: string;
                /** @description Only those started before this time. */
                until?: string;
                /** @description The time zone of the days in `perDay`, by its IANA name. Absent means that of the deployment. */
                zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures as of now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeriodStats"];
                };
            };
        };
    };
    exportApplicationData: {
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
    exportApplications: {
        parameters: {
            query?: {
                format?: components["schemas"]["ExportFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All applications, oldest first. */
            200: {
                headers: {
                    /** @description Names the file, with the day of the export. */
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": components["schemas"]["ApplicationExport"];
                };
            };
        };
    };
    importApplications: {
        parameters: {
            query?: {
                /** @description Report what an import would do, and write nothing. */
                dryRun?: boolean;
                /** @description The time zone of the dates in the file, by its IANA name. Absent means that of the deployment. */
                zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "multipart/form-data": components["schemas"]["ImportForm"];
            };
        };
        responses: {
            /** @description What was done, or would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
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
