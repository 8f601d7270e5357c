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
            /**
             * @description A stable title.
             * @example Not Found
             */
            error: string;
            /**
             * @description A sentence for the person who reads it.
             * @example There is no such application.
             */
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
        };
    };
    responses: {
        /** @description `Too Many Requests`: there are too many requests from one address; `Retry-After` says how long to wait. */
        TooManyRequests: {
            headers: {
                /** @description Whole seconds to wait. */
                "Retry-After": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `Internal Server Error`: something went wrong on the server; the log has the details under `requestId`. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `Service Unavailable`: the service, or something it needs, is away for the moment. */
        ServiceUnavailable: {
            headers: {
                /** @description Whole seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `Validation Error`: a parameter or the body does not follow this contract; `fields` says where. */
        ValidationError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
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
                    /**
                     * @example {
                     *       "version": "1.0.0",
                     *       "mail": "local",
                     *       "publicUrl": "http://localhost:8080",
                     *       "registration": "open"
                     *     }
                     */
                    "application/json": components["schemas"]["Platform"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
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
                    /** @example PK… */
                    "application/zip": string;
                };
            };
            /** @description `Unauthorized`: the token is missing or not valid. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description `Service Unavailable`: a service is away or too many exports run. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMailboxMessages: {
        parameters: {
            query?: {
                /**
                 * @description Only mail to this address, without regard to case.
                 * @example mira@example.com
                 */
                to?: string;
                /** @description The page, counted from 0. */
                page?: number;
                /** @description Items per page. */
                size?: number;
            };
            header?: {
                /**
                 * @description The mailbox's token.
                 * @example J3KTXW5QAAB7CNLP2RZ6YFHD4M
                 */
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
                    /**
                     * @example {
                     *       "content": [
                     *         {
                     *           "id": "01978c02-9b1e-7f30-a5d4-2c8e7b6f1a05",
                     *           "to": "mira@example.com",
                     *           "subject": "Your code is 402917",
                     *           "receivedAt": "2026-05-20T11:00:02Z"
                     *         }
                     *       ],
                     *       "page": 0,
                     *       "size": 20,
                     *       "totalElements": 1,
                     *       "totalPages": 1
                     *     }
                     */
                    "application/json": components["schemas"]["MailboxPage"];
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description `Mailbox Locked`: the token is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `Not Found`: a mail server is configured or the client is not on this machine. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    clearMailbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The mailbox's token.
                 * @example J3KTXW5QAAB7CNLP2RZ6YFHD4M
                 */
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
            400: components["responses"]["ValidationError"];
            /** @description `Mailbox Locked`: the token is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `Not Found`: a mail server is configured or the client is not on this machine. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMailboxMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The mailbox's token.
                 * @example J3KTXW5QAAB7CNLP2RZ6YFHD4M
                 */
                "X-Mailbox-Token"?: string;
            };
            path: {
                /** @example 01978c02-9b1e-7f30-a5d4-2c8e7b6f1a05 */
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
                    /**
                     * @example {
                     *       "id": "01978c02-9b1e-7f30-a5d4-2c8e7b6f1a05",
                     *       "to": "mira@example.com",
                     *       "subject": "Your code is 402917",
                     *       "receivedAt": "2026-05-20T11:00:02Z",
                     *       "text": "Your code is 402917. It is valid for 15 minutes.",
                     *       "html": "<p>Your code is <strong>402917</strong>. It is valid for 15 minutes.</p>"
                     *     }
                     */
                    "application/json": components["schemas"]["MailboxMessage"];
                };
            };
            400: components["responses"]["ValidationError"];
            /** @description `Mailbox Locked`: the token is missing or wrong. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `Not Found`: there is no such mail, a mail server is configured, or the client is not on this machine. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
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
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
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
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            /** @description `Service Unavailable`: something needed is missing; the message names it. */
            503: {
                headers: {
                    /** @description Whole seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
