// Written by `npm run types` from api/published/notifications.json.

export interface paths {
    "/notifications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the user's preferences
         * @description A user who never changed anything has the defaults; reading writes nothing.
         */
        get: operations["getPreferences"];
        /**
         * Change some or all preferences
         * @description An absent preference keeps its value. `{}` is valid and changes nothing. Unknown properties beside known ones are ignored; a body of unknown properties alone is refused.
         */
        put: operations["updatePreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List notifications, newest first */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/unread-count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the unread notifications */
        get: operations["getUnreadCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/read-all": {
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
         * Mark all notifications read
         * @description Idempotent.
         */
        patch: operations["markAllNotificationsRead"];
        trace?: never;
    };
    "/notifications/{id}/read": {
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
         * Mark one notification unread
         * @description Idempotent.
         */
        delete: operations["markNotificationUnread"];
        options?: never;
        head?: never;
        /**
         * Mark one notification read
         * @description Idempotent.
         */
        patch: operations["markNotificationRead"];
        trace?: never;
    };
    "/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete one notification */
        delete: operations["deleteNotification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's channels
         * @description Oldest first, each with the types it carries and its health. Secrets are never returned.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Add a channel
         * @description It carries every type of notification until changed. Addresses are https and public, unless the operator allows others. A browser that is added again keeps its channel, and one that another user had added becomes the caller's.
         */
        post: operations["addChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/channels/{id}": {
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
         * Remove a channel
         * @description What is still to be delivered to it is dropped.
         */
        delete: operations["removeChannel"];
        options?: never;
        head?: never;
        /**
         * Rename a channel, switch it on or off, or choose its types
         * @description What is absent stays as it is. Switching it on clears the reason for which it was switched off.
         */
        patch: operations["changeChannel"];
        trace?: never;
    };
    "/notifications/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Tries once, within 10 seconds, also when the channel is switched off.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/channels/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a channel
         * @description The latest 50 of the last seven days, newest first.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/channels/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send failed deliveries again
         * @description Those of the last seven days, at most 100, each with its old id. Test messages are left out.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/channels/{id}/renewal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the subscription of a browser
         * @description Browsers replace their push subscriptions from time to time, also while nobody is signed in. The service worker then calls this with the key that it got when the channel was added.
         */
        post: operations["renewPushSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/interview-reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the automatic reminders of next steps that are still to come
         * @description 24 hours and 1 hour before each next step that has a label, of the coming year, soonest first. Each is sent once for an application: a later step of it has none for an offset that was sent before.
         */
        get: operations["listInterviewReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/custom-reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's reminders
         * @description Scheduled ones, ascending by trigger time; cancelled ones are never listed. At most 2,000, the latest of them.
         */
        get: operations["listCustomReminders"];
        put?: never;
        /**
         * Set a reminder on an application
         * @description Whether a channel is allowed by the preferences is decided when the reminder fires, not here. With `repeat`, firing leaves the next reminder in its place, at the same clock time in the time zone of the user.
         */
        post: operations["createCustomReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/custom-reminders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one reminder, whatever its status */
        get: operations["getCustomReminder"];
        /**
         * Change a scheduled reminder
         * @description An absent property keeps its value; an explicit null clears `note`, `stage` or `repeat`. `{}` is 200 and changes nothing. Whenever something changes, so does `updatedAt`. A trigger time is checked only when it is given; the repeats follow it.
         */
        put: operations["updateCustomReminder"];
        post?: never;
        /**
         * Cancel a scheduled reminder
         * @description The reminder stays readable as CANCELLED, and one that repeats does not come again. Cancelling it again changes nothing and is a 204.
         */
        delete: operations["cancelCustomReminder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/custom-reminders/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Be reminded again later
         * @description Moves a scheduled reminder, but not its repeats. A reminder that has fired stays as it is: a copy without repeats is scheduled, and its notification is read. Snoozing it again moves that copy while it is scheduled.
         */
        post: operations["snoozeCustomReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applications/{applicationId}/custom-reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's reminders on one application
         * @description As the list of all reminders. An application that is not the caller's has none; it is not a 404.
         */
        get: operations["listApplicationReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/time-zone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the time zone of the user
         * @description Null until it is set; times are then written in the time zone of the deployment.
         */
        get: operations["getTimeZone"];
        /**
         * Set the time zone of the user
         * @description In which notices, mails and pages show times. Reminders that repeat keep their clock time in the new zone. When anything else happens does not change: the day of a next step begins in the time zone of the deployment. Null goes back to that.
         */
        put: operations["setTimeZone"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the postings that the user was alerted to, newest alert first
         * @description One alert tells of all postings that are due, whichever search matched. The postings of an alert follow each other; those of the last year are listed. The notification about an alert, of the type JOB_ALERT, has the id of the alert.
         */
        get: operations["listAlertHits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/alert-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show when and how the user is alerted
         * @description A user who never changed anything has the defaults; reading writes nothing.
         */
        get: operations["getAlertSettings"];
        /**
         * Set when and how the user is alerted
         * @description Which searches alert, and how often, is set on the saved searches. Alerts that are waiting follow the new settings. With neither mail nor notification the postings are only listed under `/notifications/alerts`.
         */
        put: operations["setAlertSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the address of the user's calendar feed
         * @description Made on first use and then always the same until it is reset. Whoever knows the address can read the feed.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/calendar/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the address of the calendar feed
         * @description The old address ends at once.
         */
        post: operations["resetCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/calendar.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user's calendar feed
         * @description Next steps of open applications and scheduled custom reminders, as iCalendar (RFC 5545) in UTF-8. Calendar programs fetch it again on their own. The feed covers 90 days back and 366 days ahead, with at most the 1,000 next steps nearest to now and the 1,000 soonest reminders; one that repeats is shown up to 31 times. The calendar's time zone is the user's. Two readers at once may use an address.
         */
        get: operations["getCalendarFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/personal-data": {
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
        get: operations["exportNotificationData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether to unsubscribe
         * @description The page behind the link of a digest or alert: it says which mail would end and has one button. It changes nothing, because mail scanners follow links.
         */
        get: operations["showUnsubscribePage"];
        put?: never;
        /**
         * Unsubscribe with one click
         * @description What a mail program calls for `List-Unsubscribe-Post` (RFC 8058), and the button of the page. The token says whose and which mail ends: `weeklyDigestEmail` or `email` of the alert settings becomes false, or the mail of ghosted alerts ends while their notices in the app go on (until `ghostedAlert` is set to true again). Idempotent. A body, such as the form field `List-Unsubscribe=One-Click`, is not read.
         */
        post: operations["unsubscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/admin/report": {
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
         * @description `outbox`: mails. `reminders`: reminders set by users. `alerts`: matches that are to be told. `channels`: notices on their way to a browser, ntfy or a webhook.
         * @enum {string}
         */
        QueueName: "outbox" | "reminders" | "alerts" | "channels";
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
        NotificationPreferences: {
            /** @description The weekly digest of matching jobs by mail. False until the user asks for it. */
            weeklyDigestEmail: boolean;
            /** @description Kept for the user, but consulted by no delivery rule today. True until changed. */
            inAppNotificationsEnabled: boolean;
            /** @description The master switch of interview reminders; false means none on any channel. True until changed. */
            interviewReminders: boolean;
            /** @description Interview reminders also by mail, and the gate for the mail of custom reminders. True until changed. */
            interviewReminderEmail: boolean;
            /** @description Alerts about applications that went silent. True until changed. */
            ghostedAlert: boolean;
        };
        /** @description Any of the five preferences. */
        UpdateNotificationPreferencesRequest: {
            weeklyDigestEmail?: boolean;
            inAppNotificationsEnabled?: boolean;
            interviewReminders?: boolean;
            interviewReminderEmail?: boolean;
            ghostedAlert?: boolean;
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        NotificationType: "INTERVIEW_REMINDER" | "GHOSTED_ALERT" | "CUSTOM_REMINDER" | "SECURITY_RECOMMENDATION" | "JOB_ALERT" | "CHANNEL_OFF";
        /**
         * @default all
         * @enum {string}
         */
        ReadStatus: "all" | "read" | "unread";
        Notification: {
            /** Format: uuid */
            id: string;
            type: components["schemas"]["NotificationType"];
            title: string;
            message: string;
            read: boolean;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: uuid
             * @description The application it is about. It may have been deleted since.
             */
            applicationId: string | null;
            /**
             * Format: uuid
             * @description The custom reminder that it came from, which can be snoozed.
             */
            reminderId: string | null;
        };
        NotificationPage: {
            content: components["schemas"]["Notification"][];
            /** Format: int64 */
            page: number;
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        UnreadCount: {
            /** Format: int64 */
            count: number;
        };
        /** @enum {string} */
        ChannelKind: "WEB_PUSH" | "NTFY" | "WEBHOOK";
        Channel: {
            /** Format: uuid */
            id: string;
            kind: components["schemas"]["ChannelKind"];
            name: string;
            /** @description Of the webhook or the ntfy server; null for a browser, whose address is a secret. */
            address: string | null;
            /** @description The ntfy topic. */
            topic: string | null;
            /** @description The SHA-256 of a browser's push address in hex, by which a browser recognises itself. */
            fingerprint: string | null;
            enabled: boolean;
            /** @description Why the platform switched the channel off; null if it did not. */
            offReason: string | null;
            /** @description The types of notifications that it carries. */
            types: components["schemas"]["NotificationType"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastDeliveredAt: string | null;
            /**
             * Format: date-time
             * @description When the first of the attempts was made that have failed since the last success; null if the last one succeeded.
             */
            failingSince: string | null;
            /** @description Why the last attempt failed. */
            lastError: string | null;
            /**
             * Format: int64
             * @description Deliveries that are to be made or repeated.
             */
            waiting: number;
            /**
             * Format: int64
             * @description Deliveries of the last seven days that were given up.
             */
            failed: number;
        };
        ChannelList: {
            items: components["schemas"]["Channel"][];
            /** @description The public VAPID key with which a browser subscribes, base64url. */
            pushKey: string;
        };
        AddChannelRequest: {
            kind: components["schemas"]["ChannelKind"];
            name: string;
            /** @description Of the webhook, the ntfy server or the push subscription. */
            address: string;
            /** @description For ntfy. */
            topic?: string | null;
            /** @description For ntfy: an access token, if the topic needs one. */
            token?: string | null;
            /** @description Of the push subscription. */
            p256dh?: string | null;
            /** @description Of the push subscription. */
            auth?: string | null;
        };
        NewChannel: {
            channel: components["schemas"]["Channel"];
            /** @description Shown only now. Of a webhook it is the key of the signatures, of a browser the key of the renewal; null for ntfy. */
            secret: string | null;
        };
        ChangeChannelRequest: {
            name?: string;
            enabled?: boolean;
            /** @description All types that it is to carry; duplicates collapse. */
            types?: components["schemas"]["NotificationType"][];
        };
        ChannelTest: {
            delivered: boolean;
            /** @description What happened, in words. */
            message: string;
        };
        /** @enum {string} */
        DeliveryState: "WAITING" | "DELIVERED" | "FAILED";
        Delivery: {
            /**
             * Format: uuid
             * @description The same in every attempt; a webhook gets it as `Webhook-Id`.
             */
            id: string;
            /** @description Null for a test message. */
            type: components["schemas"]["NotificationType"] | null;
            title: string;
            state: components["schemas"]["DeliveryState"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            deliveredAt: string | null;
            /** Format: int32 */
            attempts: number;
            lastError: string | null;
        };
        DeliveryList: {
            items: components["schemas"]["Delivery"][];
        };
        Replayed: {
            /** Format: int64 */
            queued: number;
        };
        RenewalRequest: {
            key: string;
            address: string;
            p256dh: string;
            auth: string;
        };
        /**
         * @description How long before the next step, 24 hours or 1 hour.
         * @enum {string}
         */
        InterviewOffset: "H24" | "H1";
        InterviewReminder: {
            /** Format: uuid */
            applicationId: string;
            /** @description Of the next step. */
            label: string;
            jobTitle: string;
            companyName: string | null;
            offset: components["schemas"]["InterviewOffset"];
            /** Format: date-time */
            sendAt: string;
        };
        InterviewReminderList: {
            /** @description False if the user or the operator has switched them off; then there are no items. */
            enabled: boolean;
            items: components["schemas"]["InterviewReminder"][];
        };
        /** @enum {string} */
        ReminderChannel: "IN_APP" | "EMAIL";
        /** @enum {string} */
        ReminderStage: "SCREENING" | "INTERVIEW" | "OFFER";
        /**
         * @description A month without the day has the reminder on its last day.
         * @enum {string}
         */
        ReminderRepeat: "DAILY" | "WEEKLY" | "MONTHLY";
        /** @enum {string} */
        ReminderStatus: "SCHEDULED" | "FIRED" | "CANCELLED";
        CustomReminder: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            applicationId: string;
            title: string;
            note: string | null;
            /** Format: date-time */
            triggerAtUtc: string;
            /** @description Without duplicates, IN_APP first. */
            channels: components["schemas"]["ReminderChannel"][];
            stage: components["schemas"]["ReminderStage"] | null;
            repeat: components["schemas"]["ReminderRepeat"] | null;
            status: components["schemas"]["ReminderStatus"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * Format: date-time
             * @description Null until fired.
             */
            firedAtUtc: string | null;
            /** @description The channels that went out, which may be none; null until fired. */
            channelsFired: components["schemas"]["ReminderChannel"][] | null;
        };
        CustomReminderList: {
            items: components["schemas"]["CustomReminder"][];
        };
        /** @description Limits that have an error title of their own are checked by the service and told in the descriptions. */
        CreateCustomReminderRequest: {
            /** Format: uuid */
            applicationId: string;
            /** @description Trimmed; then 1 to 200 characters, else 400 `Invalid Title`. */
            title: string;
            /** @description At most 2000 characters, else 400 `Invalid Note`. */
            note?: string | null;
            /**
             * Format: date-time
             * @description Strictly in the future, else 400 `Invalid Trigger Time`.
             */
            triggerAtUtc: string;
            /** @description Duplicates collapse; none at all is 400 `Invalid Channels`. */
            channels: components["schemas"]["ReminderChannel"][];
            stage?: components["schemas"]["ReminderStage"] | null;
            repeat?: components["schemas"]["ReminderRepeat"] | null;
        };
        SnoozeRequest: {
            /**
             * Format: date-time
             * @description Strictly in the future, else 400 `Invalid Trigger Time`.
             */
            triggerAtUtc: string;
        };
        /** @description What is absent stays as it is. The limits are those of creation. */
        UpdateCustomReminderRequest: {
            /** @description Trimmed; then 1 to 200 characters, else 400 `Invalid Title`. */
            title?: string;
            /** @description At most 2000 characters, else 400 `Invalid Note`; null clears it. */
            note?: string | null;
            /**
             * Format: date-time
             * @description Strictly in the future, else 400 `Invalid Trigger Time`.
             */
            triggerAtUtc?: string;
            /** @description Duplicates collapse; none at all is 400 `Invalid Channels`. */
            channels?: components["schemas"]["ReminderChannel"][];
            /** @description Null clears it. */
            stage?: components["schemas"]["ReminderStage"] | null;
            /** @description Null ends the repeats. */
            repeat?: components["schemas"]["ReminderRepeat"] | null;
        };
        AlertHitPage: {
            content: components["schemas"]["AlertHit"][];
            /** Format: int64 */
            page: number;
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        AlertHit: {
            /** Format: uuid */
            alertId: string;
            /** Format: date-time */
            toldAt: string;
            /** Format: uuid */
            jobId: string;
            /** @description Of the posting when it matched. */
            title: string;
            /** @description Where the title has words of the search. */
            titleMarks: components["schemas"]["Mark"][];
            company: string;
            location: string | null;
            /**
             * Format: uuid
             * @description The saved search that matched. It may have been deleted since.
             */
            filterId: string;
            /** @description Its name when it matched. */
            filterName: string;
            /** @description Why it matched. */
            reasons: components["schemas"]["AlertReason"][];
        };
        /** @description A range of Unicode code points, the end not included. */
        Mark: {
            start: number;
            end: number;
        };
        AlertReason: {
            kind: components["schemas"]["AlertReasonKind"];
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
        /**
         * @description A word of the search that the posting has, or a filter that a fact of the posting meets.
         * @enum {string}
         */
        AlertReasonKind: "WORD" | "FACT";
        /**
         * @description When weekly alerts come. MONDAY until changed.
         * @enum {string}
         */
        Weekday: "MONDAY" | "TUESDAY" | "WEDNESDAY" | "THURSDAY" | "FRIDAY" | "SATURDAY" | "SUNDAY";
        AlertSettings: {
            /**
             * Format: int32
             * @description When daily and weekly alerts come, in the user's time zone. 8 until changed.
             */
            hour: number;
            weekday: components["schemas"]["Weekday"];
            /**
             * Format: int32
             * @description The hour in the user's time zone at which quiet hours begin, null for none. No alert comes in quiet hours; what is due comes at their end. Null until changed.
             */
            quietFrom: number | null;
            /**
             * Format: int32
             * @description The hour at which they end, on the next day if it is not later than quietFrom. Null until changed.
             */
            quietUntil: number | null;
            /** @description Alerts by mail. True until changed. */
            email: boolean;
            /** @description A notification for each alert. True until changed. */
            inApp: boolean;
        };
        DeletedApplications: {
            /** Format: uuid */
            userId: string;
            applicationIds: string[];
        };
        TimeZone: {
            /** @description A name of the IANA database. */
            timeZone: string | null;
        };
        UserLanguage: {
            /** @description An ISO 639-1 code. Texts are English if it is none of the platform's languages, which identity lists. */
            language: string;
            /** Format: date-time */
            changedAt: string;
        };
        CalendarLink: {
            url: string;
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
        /** @description The address carries a secret, so nothing between keeps the answer. */
        CacheControl: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
        };
    };
    updatePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNotificationPreferencesRequest"];
            };
        };
        responses: {
            /** @description The preferences as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                readStatus?: components["schemas"]["ReadStatus"];
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
            /** @description One page of notifications. */
            200: {
                headers: {
                    /** @description How many notifications match on all pages; the same as `totalElements`. */
                    "X-Total-Count": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
        };
    };
    getUnreadCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The count. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadCount"];
                };
            };
        };
    };
    markAllNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description None is unread. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    markNotificationUnread: {
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
            /** @description It is unread. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    markNotificationRead: {
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
            /** @description It is read. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteNotification: {
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
    listChannels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channels. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
        };
    };
    addChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddChannelRequest"];
            };
        };
        responses: {
            /** @description Added. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewChannel"];
                };
            };
        };
    };
    removeChannel: {
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
    changeChannel: {
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
                "application/json": components["schemas"]["ChangeChannelRequest"];
            };
        };
        responses: {
            /** @description The channel as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
        };
    };
    testChannel: {
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
            /** @description What came of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelTest"];
                };
            };
        };
    };
    listDeliveries: {
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
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
        };
    };
    replayDeliveries: {
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
            /** @description How many are sent again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
        };
    };
    renewPushSubscription: {
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
                "application/json": components["schemas"]["RenewalRequest"];
            };
        };
        responses: {
            /** @description Replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listInterviewReminders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InterviewReminderList"];
                };
            };
        };
    };
    listCustomReminders: {
        parameters: {
            query?: {
                /** @description List fired reminders too. */
                includeFired?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomReminderList"];
                };
            };
        };
    };
    createCustomReminder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomReminderRequest"];
            };
        };
        responses: {
            /** @description Scheduled. */
            201: {
                headers: {
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomReminder"];
                };
            };
        };
    };
    getCustomReminder: {
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
            /** @description The reminder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomReminder"];
                };
            };
        };
    };
    updateCustomReminder: {
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
                "application/json": components["schemas"]["UpdateCustomReminderRequest"];
            };
        };
        responses: {
            /** @description The reminder as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomReminder"];
                };
            };
        };
    };
    cancelCustomReminder: {
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
            /** @description Cancelled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    snoozeCustomReminder: {
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
                "application/json": components["schemas"]["SnoozeRequest"];
            };
        };
        responses: {
            /** @description The scheduled reminder. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomReminder"];
                };
            };
        };
    };
    listApplicationReminders: {
        parameters: {
            query?: {
                /** @description List fired reminders too. */
                includeFired?: boolean;
            };
            header?: never;
            path: {
                applicationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomReminderList"];
                };
            };
        };
    };
    getTimeZone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time zone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeZone"];
                };
            };
        };
    };
    setTimeZone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimeZone"];
            };
        };
        responses: {
            /** @description The time zone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeZone"];
                };
            };
        };
    };
    listAlertHits: {
        parameters: {
            query?: {
                /** @description Only the postings of this alert. Another user's alert has none. */
                alertId?: string;
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
            /** @description One page of postings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertHitPage"];
                };
            };
        };
    };
    getAlertSettings: {
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
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
        };
    };
    setAlertSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertSettings"];
            };
        };
        responses: {
            /** @description The settings as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSettings"];
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarLink"];
                };
            };
        };
    };
    resetCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarLink"];
                };
            };
        };
    };
    getCalendarFeed: {
        parameters: {
            query: {
                /** @description The secret of the link. */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The feed. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
        };
    };
    exportNotificationData: {
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
    showUnsubscribePage: {
        parameters: {
            query: {
                /** @description The secret of the link. */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A small page with a button. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    unsubscribe: {
        parameters: {
            query: {
                /** @description The secret of the link. */
                token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; a small page that says so. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
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
