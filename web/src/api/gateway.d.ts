// Written by `npm run types` from api/published/gateway.json.

export interface paths {
    "/platform": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describe this installation */
        get: operations["getPlatform"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/personal-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that the platform knows about the user
         * @description A zip file with `account.json`, `jobs.json`, `applications.json` and `notifications.json`, each of which a service wrote, `applications.csv` for spreadsheets and other trackers, and `README.txt`, which says what is where. It is complete or not sent at all.
         */
        get: operations["exportPersonalData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the kept mail, newest first */
        get: operations["listMailboxMessages"];
        put?: never;
        post?: never;
        /** Delete all kept mail */
        delete: operations["clearMailbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mailbox/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one mail */
        get: operations["getMailboxMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Say that the process is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Say whether requests can be served
         * @description A service is ready when it reaches its database and, where needed, has the keys to verify tokens.
         */
        get: operations["getReadiness"];
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
        Platform: {
            version: string;
            mail: components["schemas"]["MailDelivery"];
            /** @description The address that links in mail point to. */
            publicUrl: string;
            registration: components["schemas"]["RegistrationMode"];
        };
        /**
         * @description `smtp`: mail is sent. `local`: mail is kept in the mailbox, and the web app says so.
         * @enum {string}
         */
        MailDelivery: "smtp" | "local";
        /**
         * @description Who may register: everybody, those with an invitation, or nobody.
         * @enum {string}
         */
        RegistrationMode: "open" | "invite" | "closed";
        MailboxSummary: {
            /** Format: uuid */
            id: string;
            to: string;
            subject: string;
            /** Format: date-time */
            receivedAt: string;
        };
        MailboxMessage: components["schemas"]["MailboxSummary"] & {
            text: string;
            /** @description Show it only in a sandboxed frame. */
            html: string | null;
        };
        MailboxPage: {
            content: components["schemas"]["MailboxSummary"][];
            /** Format: int64 */
            page: number;
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
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
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPlatform: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Platform"];
                };
            };
        };
    };
    exportPersonalData: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listMailboxMessages: {
        parameters: {
            query?: {
                /** @description Only mail to this address, without regard to case. */
                to?: string;
                /** @description The page, counted from 0. */
                page?: number;
                /** @description Items per page. */
                size?: number;
            };
            header?: {
                /** @description The mailbox's token. */
                "X-Mailbox-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxPage"];
                };
            };
        };
    };
    clearMailbox: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mailbox's token. */
                "X-Mailbox-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mailbox is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMailboxMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The mailbox's token. */
                "X-Mailbox-Token"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailboxMessage"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
}
