// Written by `npm run types` from api/published/identity.json.

export interface paths {
    "/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account
         * @description A six-digit `verify-email` code goes out by mail. The name is trimmed and must not be blank; a password that is easy to guess is refused (400, named in `fields`; see NewPassword).
         *
         *     Where addresses must be verified, a registration is pending until its own code confirms it, and ends after 24 hours. Several may be pending for one address, each with its own names, password and code; the first one confirmed becomes the account, the others are gone. Where verification is not required the account exists at once.
         *
         *     `auth.registration` decides who may register: everybody, those with an invitation, or nobody.
         *
         *     `Accept-Language` decides the language of the account, in which its mails are, the one with the code included.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove the address with the emailed code
         * @description An unknown address, and a wrong, expired or used code, all get the same answer. Five wrong tries void a code.
         *
         *     A code confirms only the registration that it was mailed for. With `registrationId` only that registration is tried. Without it, those made from the caller's own network are tried, or all of the address if there are none.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the verify-email code again
         * @description Always 204, whether or not the address has an account or is verified already. A new code voids the older ones. Five in 15 minutes; the mail of the registration does not count.
         *
         *     With several registrations pending the code is for `registrationId`, or without it for the newest one made from the caller's own network.
         */
        post: operations["resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with address and password
         * @description With two-factor on, the answer is a challenge: `twoFactorRequired` is true, `twoFactorToken` goes to `/auth/login/2fa` within five minutes, and `token`, `expiresIn` and `account` are null.
         *
         *     A login that gives a token also leaves the cookie `rolecall_device` (`__Secure-rolecall_device` where the platform is reached by https) for 180 days. It makes the device known to this account: its failures are counted separately, so that other people's failures cannot lock it out. It allows nothing else. A client without cookies sends its value as `X-Device-Token`.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/login/2fa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a login with the second factor
         * @description A wrong code leaves the challenge usable until it expires. A backup code is consumed.
         */
        post: operations["loginTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session of this token
         * @description Every service refuses the token within 10 seconds.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a code mailed that resets a forgotten password
         * @description Always 204, whether or not the address has an account. The code lives 15 minutes, works once, is void after five wrong tries and replaces the older ones. Five requests for an address in 15 minutes and 20 in a day.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the mailed code
         * @description Ends every session; passkeys stay valid. With two-factor on, `totpCode` is a TOTP or a backup code (which is consumed); whether it is needed is said only to a caller with the right mailed code, which stays usable. With two-factor off it is ignored. An unknown address, and a wrong, expired or used code, all get the same answer. The new password obeys the rules of registration. 20 wrong codes for an address in a day close its resets until the day is over.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the caller's account
         * @description `isAdmin` and `groups` are what a token issued now would carry; the caller's token keeps its own until it ends.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete the caller's account and all its data
         * @description Takes an emailed code of the action `delete-account`. Every session ends, the caller's own included, and every service drops what it holds of the user.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change the caller's name
         * @description An absent property keeps its value; null is refused.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/auth/language": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the caller's language
         * @description In which mails, notifications and messages to channels are written from then on. What was written before keeps its language. The account says which it is.
         */
        put: operations["setLanguage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the caller's password
         * @description Ends every other session and is mailed to the owner. With two-factor on, `totpCode` is a TOTP or a backup code (which is consumed); with two-factor off it is ignored. The new password obeys the rules of registration.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin moving the account to another address
         * @description Mails a code to the present address and another to the new one; both live 15 minutes. A new request replaces the one before. The answer does not reveal whether the new address has an account: if it has, the mail to it says so and holds no code. With two-factor on, `totpCode` is a TOTP or a backup code (which is consumed).
         */
        post: operations["requestEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the account to its new address with both codes
         * @description The new address is verified by this. Every session ends, the caller's own included: tokens carry the address and the groups that follow from it. Five wrong tries void the codes.
         */
        post: operations["confirmEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/2fa/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin setting up two-factor
         * @description Called again before it is verified, it replaces the pending secret. Nothing is enabled yet.
         */
        post: operations["setupTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/2fa/verify-setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable two-factor with a first code
         * @description Ends every other session and is mailed to the owner. The eight backup codes are shown only once.
         */
        post: operations["verifyTwoFactorSetup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/2fa/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable two-factor
         * @description Takes a TOTP or a backup code. Deletes the secret and the remaining backup codes, ends every other session and is mailed to the owner.
         */
        post: operations["disableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/2fa/backup-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the backup codes
         * @description Takes a six-digit TOTP code only. All earlier backup codes become invalid, every other session ends, and the owner gets a mail.
         */
        post: operations["regenerateBackupCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's passkeys */
        get: operations["listPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/registration/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin adding a passkey
         * @description Takes the current password and, with two-factor on, a TOTP or backup code (which is used up). `options` go to `navigator.credentials.create` on a page of `origin`; the answer goes to `…/registration/finish` within five minutes, once.
         */
        post: operations["beginPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/registration/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the passkey that the browser made
         * @description Ends every other session; the owner gets a mail.
         */
        post: operations["finishPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/{id}": {
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
         * Remove a passkey
         * @description Takes the current password and, with two-factor on, a TOTP or backup code (which is used up). Ends every other session; the owner gets a mail.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        /** Rename a passkey */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/auth/passkeys/login/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a login with a passkey
         * @description `options` go to `navigator.credentials.get` on a page of `origin`; the answer goes to `…/login/finish` within five minutes, once.
         */
        post: operations["beginPasskeyLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/login/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a passkey
         * @description Needs neither a password nor a second factor: the authenticator has verified its user, so a passkey is both. A passkey whose counter went back may have been copied: it is refused from then on, and the owner gets a mail.
         */
        post: operations["finishPasskeyLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/second-factor/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin the second step of a login with a passkey
         * @description In place of a code at `/auth/login/2fa`, for accounts that have two-factor on and a passkey.
         */
        post: operations["beginPasskeySecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/passkeys/second-factor/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a login with a passkey as its second factor
         * @description A refused passkey leaves the two-factor challenge usable until it expires.
         */
        post: operations["finishPasskeySecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a six-digit code mailed for an action
         * @description The code lives 15 minutes and voids the older ones of the same action.
         */
        post: operations["requestVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/verifications/consume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use up an emailed code
         * @description The Bearer token names the user. Consuming a code of the action `verify-email` verifies the address. Five wrong tries void a code.
         */
        post: operations["consumeVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's live sessions
         * @description Last used first.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/sessions/{id}": {
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
         * End one of the caller's sessions
         * @description The caller's current session may be ended too.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Recent security events of the caller's account
         * @description Newest first: logins and failures, changes of password and second factor, ended sessions, what an operator did. Failed attempts of other people appear with their number. Kept as long as `audit.keep` says.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/account/personal-data": {
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
        get: operations["exportAccountData"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Security events of all accounts
         * @description Newest first.
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
    "/auth/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All accounts and pending registrations
         * @description Newest first. Each administrator's reading is recorded as a security event, several within minutes as one.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account and where it is logged in
         * @description The reading is recorded as a security event, which the owner sees too.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete an account and all its data
         * @description As if its owner had deleted it, without a mailed code. The owner is told by mail. It needs a code like `changeUser`, and cannot be undone.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/users/{userId}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change an account on behalf of the platform
         * @description What changed is mailed to the owner and recorded as a security event; an action without effect does neither. An administrator who has two-factor on sends a TOTP or backup code with each; it works once, as on every route here.
         *
         *     Administrators change their own account under their own settings: here they can only end their sessions. So an administrator always remains.
         */
        post: operations["changeUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations that can still be used
         * @description Newest first. They matter where `auth.registration` is `invite`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody by mail
         * @description The link is good for seven days and for that address alone. It replaces an earlier invitation to the address.
         */
        post: operations["invite"];
        /**
         * Withdraw an invitation
         * @description Its link no longer works. An account that was made with it stays.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys of the token signature
         * @description The signing key and, after a rotation, the earlier ones until the last token signed with them has ended. A verifier that meets an unknown key id asks again, at most once in 10 seconds.
         */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of the installation
         * @description The findings of `rolecall doctor`, as far as this process can check: a service that does not know the login of the database's owner says so. Takes seconds when the mail server does not answer.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/test-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a mail to the caller's own address
         * @description Sent at once and not through the outbox, so that the answer has the words of the mail server.
         */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Backups, their schedule and the last test */
        get: operations["getBackups"];
        put?: never;
        /**
         * Take a backup, or test the newest one
         * @description Answers at once. A test restores the newest backup into a database of its own, compares that with the file, and drops it.
         */
        post: operations["startBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/admin/report": {
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
        /**
         * @description `note` is worth reading; `failure` needs somebody to act.
         * @enum {string}
         */
        FindingLevel: "ok" | "note" | "failure";
        Finding: {
            name: string;
            level: components["schemas"]["FindingLevel"];
            detail: string;
        };
        FolderSize: {
            name: string;
            /** Format: int64 */
            bytes: number;
        };
        DataFolder: {
            path: string;
            /**
             * Format: int64
             * @description Free space on its disk.
             */
            freeBytes: number;
            /** @description The files and folders in it, the largest first. */
            entries: components["schemas"]["FolderSize"][];
        };
        SystemState: {
            findings: components["schemas"]["Finding"][];
            /** @description Null where there is none. */
            folder: components["schemas"]["DataFolder"] | null;
        };
        TestMail: {
            to: string;
            /** @description Why it was not sent, in the words of the mail server; null if the mail server has accepted it. */
            error: string | null;
        };
        /** @enum {string} */
        BackupTask: "backup" | "test";
        StartBackupRequest: {
            task: components["schemas"]["BackupTask"];
        };
        Backup: {
            name: string;
            /** Format: date-time */
            takenAt: string;
            /** Format: int64 */
            bytes: number;
        };
        BackupFailure: {
            /** Format: date-time */
            at: string;
            reason: string;
        };
        BackupTest: {
            /** Format: date-time */
            at: string;
            backup: string;
            passed: boolean;
            /** @description Why it failed. */
            reason: string | null;
            /** Format: int64 */
            tables: number;
            /** Format: int64 */
            rows: number;
            /** Format: double */
            seconds: number;
        };
        Backups: {
            /** @description Whether this installation takes backups by itself, as `rolecall up` does. */
            available: boolean;
            folder: string;
            /** @description A Quartz cron expression; null means only on request. */
            schedule: string | null;
            /** Format: date-time */
            nextAt: string | null;
            /**
             * Format: int64
             * @description How many are kept.
             */
            keep: number;
            running: components["schemas"]["BackupTask"] | null;
            /** @description Newest first. */
            items: components["schemas"]["Backup"][];
            /** @description Of the last backup, if it failed. */
            lastFailure: components["schemas"]["BackupFailure"] | null;
            lastTest: components["schemas"]["BackupTest"] | null;
        };
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
         * @description `outbox`: mails and calls to other services.
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
        /** @description The rows of each area, by the area's name. Secrets such as hashes and tokens are left out. */
        PersonalData: {
            [key: string]: {
                [key: string]: unknown;
            }[];
        };
        RegisterRequest: {
            firstName: components["schemas"]["PersonName"];
            lastName: components["schemas"]["PersonName"];
            email: components["schemas"]["EmailAddress"];
            password: components["schemas"]["NewPassword"];
            /** @description The token of the invitation, where registration is by invitation. */
            invitation?: string | null;
        };
        RegisterResponse: {
            account: components["schemas"]["AccountResponse"];
            /** @description Whether the address must be verified before the first login. */
            verificationRequired: boolean;
            /**
             * Format: uuid
             * @description Goes with the code to verify-email, and with a request to send it again. It is the account's id from then on.
             */
            registrationId: string;
        };
        /** @description Trimmed; not blank. */
        PersonName: string;
        /** @description Normalised by the service; an address that no mail could reach is refused with 400. */
        EmailAddress: string;
        /** @description Any characters but NUL. Refused with 400 is, without regard to case, a password on the list of common passwords; one that only repeats a piece of up to four characters (`abcabcabc`); one that runs along the alphabet, the digits or a keyboard, in either direction (`asdfghjkl`); and one whose letters are the names or address of the account. */
        NewPassword: string;
        VerifyEmailRequest: {
            email: components["schemas"]["EmailAddress"];
            code: components["schemas"]["EmailedCode"];
            registrationId?: components["schemas"]["RegistrationId"];
        };
        /**
         * Format: uuid
         * @description Of the answer to the registration. Null is the same as absent.
         */
        RegistrationId: string | null;
        /** @description Six digits. Any other string is answered as a wrong code. */
        EmailedCode: string;
        ResendVerificationRequest: {
            email: components["schemas"]["EmailAddress"];
            registrationId?: components["schemas"]["RegistrationId"];
        };
        LoginRequest: {
            email: components["schemas"]["EmailAddress"];
            /** @description One that no account can have (too short, too long) is simply wrong. */
            password: string;
        };
        LoginTwoFactorRequest: {
            /** @description The challenge of the first step; opaque. */
            twoFactorToken: string;
            totpCode: components["schemas"]["SecondFactorCode"];
        };
        /** @description A six-digit TOTP code or an eight-character backup code (compared without case). Any other string is answered as a wrong code. */
        SecondFactorCode: string;
        /** @description A token or, when `twoFactorRequired`, a challenge. */
        LoginResponse: {
            /** @description The JWT; null on a challenge. */
            token: string | null;
            /**
             * Format: int64
             * @description Seconds until the token ends; null on a challenge.
             */
            expiresIn: number | null;
            /** @description Null on a challenge. */
            account: components["schemas"]["AccountResponse"] | null;
            /** @default false */
            twoFactorRequired: boolean;
            /** @description Opaque, lives five minutes, works once; null unless `twoFactorRequired`. */
            twoFactorToken: string | null;
            /**
             * @description On a challenge, whether a passkey of the account can take the place of a code.
             * @default false
             */
            passkeyAvailable: boolean;
        };
        AccountResponse: {
            /** Format: uuid */
            id: string;
            firstName: string;
            lastName: string;
            email: string;
            emailVerified: boolean;
            /**
             * @description Whether the verified address is on the allowlist now.
             * @default false
             */
            isAdmin: boolean;
            /** @description `user`, and `admin` when `isAdmin`. */
            groups: string[];
            /** @default false */
            twoFactorEnabled: boolean;
            /** Format: date-time */
            createdAt: string;
            language?: components["schemas"]["Language"];
            /**
             * Format: int64
             * @description How many backup codes are unused. Only where the caller reads the account, and with two-factor on.
             */
            backupCodesLeft?: number;
        };
        /**
         * @description A language of the platform, by its ISO 639-1 code.
         * @enum {string}
         */
        Language: "en" | "de" | "fr" | "es";
        LanguageSetting: {
            language: components["schemas"]["Language"];
        };
        UpdateAccountRequest: {
            firstName?: components["schemas"]["PersonName"];
            lastName?: components["schemas"]["PersonName"];
        };
        DeleteAccountRequest: {
            /** Format: uuid */
            verificationId: string;
            code: components["schemas"]["EmailedCode"];
        };
        ChangePasswordRequest: {
            currentPassword: string;
            newPassword: components["schemas"]["NewPassword"];
            totpCode?: components["schemas"]["SecondFactorCode"] | null;
        };
        ForgotPasswordRequest: {
            email: components["schemas"]["EmailAddress"];
        };
        ResetPasswordRequest: {
            email: components["schemas"]["EmailAddress"];
            code: components["schemas"]["EmailedCode"];
            newPassword: components["schemas"]["NewPassword"];
            totpCode?: components["schemas"]["SecondFactorCode"] | null;
        };
        EmailChangeRequest: {
            newEmail: components["schemas"]["EmailAddress"];
            currentPassword: string;
            totpCode?: components["schemas"]["SecondFactorCode"] | null;
        };
        EmailChangeResponse: {
            /** Format: uuid */
            changeId: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ConfirmEmailChangeRequest: {
            /** Format: uuid */
            changeId: string;
            /** @description The code mailed to the present address. */
            currentCode: components["schemas"]["EmailedCode"];
            /** @description The code mailed to the new address. */
            newCode: components["schemas"]["EmailedCode"];
        };
        TwoFactorSetupResponse: {
            /** @description For a QR code. */
            otpauthUri: string;
            /** @description The 160-bit secret in base32, to type by hand. */
            setupKey: string;
        };
        TotpCodeRequest: {
            totpCode: components["schemas"]["SecondFactorCode"];
        };
        BackupCodesResponse: {
            /** @description Lower-case letters and digits without look-alikes; each works once. */
            backupCodes: string[];
        };
        /** @description Proof that the caller is the account's owner and not another person at an open session. */
        ConfirmRequest: {
            currentPassword: string;
            totpCode?: components["schemas"]["SecondFactorCode"] | null;
        };
        PasskeyList: {
            /** @description At most 20. */
            items: components["schemas"]["Passkey"][];
        };
        Passkey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description Whether its provider keeps a copy, so that it outlives the device. */
            synced: boolean;
            /** @description Whether its counter went back. It may have been copied and is refused; only removing it helps. */
            suspect: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
        };
        /** @description Trimmed; not blank. */
        PasskeyName: string;
        RenamePasskeyRequest: {
            name: components["schemas"]["PasskeyName"];
        };
        /** @description Bytes in base64url without padding. */
        Base64Url: string;
        PasskeyDescriptor: {
            /** @enum {string} */
            type: "public-key";
            id: components["schemas"]["Base64Url"];
            transports?: string[];
        };
        PasskeyCreation: {
            /** Format: uuid */
            ceremonyId: string;
            /** @description Where the page must have come from; browsers refuse passkeys elsewhere. */
            origin: string;
            options: components["schemas"]["PasskeyCreationOptions"];
        };
        /** @description PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
        PasskeyCreationOptions: {
            rp: components["schemas"]["PasskeyRelyingParty"];
            user: components["schemas"]["PasskeyUser"];
            challenge: components["schemas"]["Base64Url"];
            pubKeyCredParams: components["schemas"]["PasskeyAlgorithm"][];
            timeout: number;
            excludeCredentials?: components["schemas"]["PasskeyDescriptor"][];
            authenticatorSelection: components["schemas"]["PasskeySelection"];
            /** @enum {string} */
            attestation: "none";
        };
        PasskeyRelyingParty: {
            id: string;
            name: string;
        };
        PasskeyUser: {
            id: components["schemas"]["Base64Url"];
            name: string;
            displayName: string;
        };
        PasskeyAlgorithm: {
            /** @enum {string} */
            type: "public-key";
            alg: number;
        };
        PasskeySelection: {
            /** @enum {string} */
            residentKey: "required";
            requireResidentKey: boolean;
            /** @enum {string} */
            userVerification: "required";
        };
        PasskeyChallenge: {
            /** Format: uuid */
            ceremonyId: string;
            /** @description Where the page must have come from; browsers refuse passkeys elsewhere. */
            origin: string;
            options: components["schemas"]["PasskeyRequestOptions"];
        };
        /** @description PublicKeyCredentialRequestOptionsJSON of WebAuthn. */
        PasskeyRequestOptions: {
            challenge: components["schemas"]["Base64Url"];
            timeout: number;
            rpId: string;
            allowCredentials?: components["schemas"]["PasskeyDescriptor"][];
            /** @enum {string} */
            userVerification: "required";
        };
        /** @description RegistrationResponseJSON of WebAuthn; what is not listed is ignored. */
        PasskeyAttestation: {
            id: components["schemas"]["Base64Url"];
            rawId: components["schemas"]["Base64Url"];
            /** @enum {string} */
            type: "public-key";
            response: components["schemas"]["PasskeyAttestationResponse"];
        };
        PasskeyAttestationResponse: {
            clientDataJSON: components["schemas"]["Base64Url"];
            attestationObject: components["schemas"]["Base64Url"];
            transports?: string[] | null;
        };
        /** @description AuthenticationResponseJSON of WebAuthn; what is not listed is ignored. */
        PasskeyAssertion: {
            id: components["schemas"]["Base64Url"];
            rawId: components["schemas"]["Base64Url"];
            /** @enum {string} */
            type: "public-key";
            response: components["schemas"]["PasskeyAssertionResponse"];
        };
        PasskeyAssertionResponse: {
            clientDataJSON: components["schemas"]["Base64Url"];
            authenticatorData: components["schemas"]["Base64Url"];
            signature: components["schemas"]["Base64Url"];
            userHandle?: components["schemas"]["Base64Url"] | null;
        };
        FinishPasskeyRegistrationRequest: {
            /** Format: uuid */
            ceremonyId: string;
            name: components["schemas"]["PasskeyName"];
            credential: components["schemas"]["PasskeyAttestation"];
        };
        FinishPasskeyLoginRequest: {
            /** Format: uuid */
            ceremonyId: string;
            credential: components["schemas"]["PasskeyAssertion"];
        };
        BeginPasskeySecondFactorRequest: {
            /** @description The challenge of the first step; opaque. */
            twoFactorToken: string;
        };
        FinishPasskeySecondFactorRequest: {
            /** @description The challenge of the first step; opaque. */
            twoFactorToken: string;
            /** Format: uuid */
            ceremonyId: string;
            credential: components["schemas"]["PasskeyAssertion"];
        };
        /** @enum {string} */
        VerificationAction: "verify-email" | "delete-account" | "delete-all-applications";
        VerificationRequest: {
            action: components["schemas"]["VerificationAction"];
        };
        VerificationResponse: {
            /** Format: uuid */
            verificationId: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ConsumeVerificationRequest: {
            /** Format: uuid */
            verificationId: string;
            code: components["schemas"]["EmailedCode"];
            action: components["schemas"]["VerificationAction"];
        };
        ActivityList: {
            items: components["schemas"]["Activity"][];
            /**
             * Format: int64
             * @description What to send as `before` for the following page; null when there is none.
             */
            next: number | null;
        };
        Activity: {
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            at: string;
            /** @description What happened, such as `login.succeeded`, `login.failed` or `password.changed`. */
            kind: string;
            /** @description `user`, `admin`, `operator` or `anonymous`. */
            actor: string;
            address: string | null;
            userAgent: string | null;
            /** @description How many equal events the entry stands for. */
            count: number;
        };
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
            /** @description What happened, in parts from the general to the particular, such as `login.failed`. */
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
        /**
         * @description An unverified account has an address that nobody has proved yet; a pending one is a registration that waits for its mailed code and ends after a day; nobody can log in to a disabled one.
         * @enum {string}
         */
        UserState: "active" | "unverified" | "pending" | "disabled";
        /** @description An account as administrators see it. */
        User: {
            /** Format: uuid */
            id: string;
            firstName: string;
            lastName: string;
            email: string;
            state: components["schemas"]["UserState"];
            isAdmin: boolean;
            twoFactorEnabled: boolean;
            /** Format: int64 */
            passkeys: number;
            /**
             * Format: int64
             * @description How many have neither ended nor expired.
             */
            sessions: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            verifiedAt: string | null;
            /** Format: date-time */
            disabledAt: string | null;
            /**
             * Format: date-time
             * @description Of the security events that are kept; null if there is none.
             */
            lastLoginAt: string | null;
        };
        UserPage: {
            content: components["schemas"]["User"][];
            /** Format: int64 */
            page: number;
            /** Format: int64 */
            size: number;
            /** Format: int64 */
            totalElements: number;
            /** Format: int64 */
            totalPages: number;
        };
        UserDetails: {
            user: components["schemas"]["User"];
            /** Format: int64 */
            backupCodesLeft: number;
            /** @description Last used first. */
            sessions: components["schemas"]["Session"][];
        };
        /**
         * @description `verify` confirms the address, also of a pending registration, for which the other actions are 404. `reset-password` makes the password unusable and mails the owner a link to choose another. `reset-two-factor` turns two-factor off and removes the passkeys. `disable` closes the account without deleting anything, `enable` opens it again. `end-sessions` logs it out everywhere, as do resetting and disabling.
         * @enum {string}
         */
        UserAction: "verify" | "reset-password" | "reset-two-factor" | "disable" | "enable" | "end-sessions";
        ChangeUserRequest: {
            action: components["schemas"]["UserAction"];
            totpCode?: components["schemas"]["SecondFactorCode"] | null;
        };
        DeleteUserRequest: {
            totpCode?: components["schemas"]["SecondFactorCode"] | null;
        };
        InvitationRequest: {
            email: components["schemas"]["EmailAddress"];
        };
        InvitationList: {
            items: components["schemas"]["Invitation"][];
        };
        Invitation: {
            email: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        SessionList: {
            items: components["schemas"]["Session"][];
        };
        Session: {
            /**
             * Format: uuid
             * @description The `sid` of the session's token.
             */
            id: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description To within a few minutes.
             */
            lastUsedAt: string;
            /** @description As sent at login. */
            userAgent: string | null;
            /** @description The client address at login. */
            address: string | null;
            /** @description Whether this is the session of the token in use. */
            current: boolean;
        };
        JsonWebKeySet: {
            keys: components["schemas"]["JsonWebKey"][];
        };
        JsonWebKey: {
            kty: string;
            use: string;
            alg: string;
            kid: string;
            crv?: string;
            x?: string;
            y?: string;
            n?: string;
            e?: string;
        };
        TwoFactorStatusResponse: {
            twoFactorEnabled: boolean;
        };
        VerifyTwoFactorRequest: {
            /** Format: uuid */
            userId: string;
            code?: components["schemas"]["SecondFactorCode"] | null;
        };
        /** @enum {string} */
        VerifyTwoFactorOutcome: "verified" | "not_enrolled";
        VerifyTwoFactorResponse: {
            outcome: components["schemas"]["VerifyTwoFactorOutcome"];
        };
        UserEmailsResponse: {
            emails: components["schemas"]["UserEmail"][];
        };
        UserEmail: {
            /** Format: uuid */
            userId: string;
            email: string;
        };
        UsersWithoutTwoFactorResponse: {
            userIds: string[];
        };
        RevocationList: {
            items: components["schemas"]["Revocation"][];
            /** @description To be sent as `since` next time, also when `items` is empty. */
            next: string;
        };
        Revocation: {
            /** Format: uuid */
            sid: string;
            /** Format: date-time */
            revokedAt: string;
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
    register: {
        parameters: {
            query?: never;
            header?: {
                /** @description As browsers send it. The language that suits it best is taken; English if none does. */
                "Accept-Language"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequest"];
            };
        };
        responses: {
            /** @description The account, not yet verified. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisterResponse"];
                };
            };
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmailRequest"];
            };
        };
        responses: {
            /** @description The account, now verified. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendVerificationRequest"];
            };
        };
        responses: {
            /** @description Taken; a mail follows if there is something to verify. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the device's cookie, for clients without cookies. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description A token, or a challenge for the second step. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    loginTwoFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The value of the device's cookie, for clients without cookies. */
                "X-Device-Token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginTwoFactorRequest"];
            };
        };
        responses: {
            /** @description Logged in, as a login without two-factor answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
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
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotPasswordRequest"];
            };
        };
        responses: {
            /** @description Taken; a mail follows if the address has an account. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Set; log in with it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteAccountRequest"];
            };
        };
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccountRequest"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
        };
    };
    setLanguage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LanguageSetting"];
            };
        };
        responses: {
            /** @description The language as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LanguageSetting"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
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
    requestEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailChangeRequest"];
            };
        };
        responses: {
            /** @description The codes are on their way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailChangeResponse"];
                };
            };
        };
    };
    confirmEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailChangeRequest"];
            };
        };
        responses: {
            /** @description Moved; log in with the new address. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setupTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret, as an otpauth URI for a QR code and as a base32 key to type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TwoFactorSetupResponse"];
                };
            };
        };
    };
    verifyTwoFactorSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCodeRequest"];
            };
        };
        responses: {
            /** @description Enabled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodesResponse"];
                };
            };
        };
    };
    disableTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCodeRequest"];
            };
        };
        responses: {
            /** @description Disabled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    regenerateBackupCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCodeRequest"];
            };
        };
        responses: {
            /** @description The eight new codes, shown this once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodesResponse"];
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyList"];
                };
            };
        };
    };
    beginPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
        responses: {
            /** @description What the browser needs to make a passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreation"];
                };
            };
        };
    };
    finishPasskeyRegistration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishPasskeyRegistrationRequest"];
            };
        };
        responses: {
            /** @description The passkey. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    removePasskey: {
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
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
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
    renamePasskey: {
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
                "application/json": components["schemas"]["RenamePasskeyRequest"];
            };
        };
        responses: {
            /** @description The passkey as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
        };
    };
    beginPasskeyLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser needs to use a passkey. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
        };
    };
    finishPasskeyLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishPasskeyLoginRequest"];
            };
        };
        responses: {
            /** @description Logged in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    beginPasskeySecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginPasskeySecondFactorRequest"];
            };
        };
        responses: {
            /** @description What the browser needs to use a passkey of this account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
        };
    };
    finishPasskeySecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FinishPasskeySecondFactorRequest"];
            };
        };
        responses: {
            /** @description Logged in, as a login without two-factor answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponse"];
                };
            };
        };
    };
    requestVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerificationRequest"];
            };
        };
        responses: {
            /** @description The code is on its way. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationResponse"];
                };
            };
        };
    };
    consumeVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsumeVerificationRequest"];
            };
        };
        responses: {
            /** @description It was valid and is now consumed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions that have neither ended nor expired. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session id, which is the `sid` of its token. */
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
    listActivity: {
        parameters: {
            query?: {
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
                    "application/json": components["schemas"]["ActivityList"];
                };
            };
        };
    };
    exportAccountData: {
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
    listSecurityEvents: {
        parameters: {
            query?: {
                /** @description A kind or its first parts; `login` finds `login.failed`. */
                kind?: string;
                /** @description Only events about this account, by its id or its address. */
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
    listUsers: {
        parameters: {
            query?: {
                /** @description A part of the name or of the address, without regard to case. */
                q?: string;
                /** @description Only accounts in this state. */
                state?: components["schemas"]["UserState"];
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
            /** @description A page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetails"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteUserRequest"];
            };
        };
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeUserRequest"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDetails"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description The invitation, whose mail is on its way. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Web Key Set (RFC 7517). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonWebKeySet"];
                };
            };
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemState"];
                };
            };
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestMail"];
                };
            };
        };
    };
    getBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backups"];
                };
            };
        };
    };
    startBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartBackupRequest"];
            };
        };
        responses: {
            /** @description Started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backups"];
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
