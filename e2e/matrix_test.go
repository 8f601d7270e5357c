package e2e

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/api"
	"rolecall/internal/apitest"
)

// row has what the contract does not say about an operation: a request that can only be refused because of its caller, and
// the statuses for callers who have the right to it, which follows from the contract.
type row struct {
	served []int
	query  string
	body   any
	// stranger is the status for another user with the owner's id, 404 by default.
	stranger int
	// fresh gives every caller a new session, because the operation ends it.
	fresh bool
}

type object = map[string]any

var (
	ok        = []int{200}
	created   = []int{201}
	noContent = []int{204}
	badCode   = object{"verificationId": "01978a61-77c0-7f4e-a2b9-5d1e0c3f8a66", "code": "000000"}
)

// rows has one entry for every operation of every contract. Where a success would affect the next caller (a limit, an
// account), the request is one that is refused for a later reason: a wrong code, a taken address.
var rows = map[string]row{
	"gateway getPlatform":        {served: ok},
	"gateway exportPersonalData": {served: ok},
	// The mailbox needs its own token.
	"gateway listMailboxMessages": {served: []int{403}},
	"gateway clearMailbox":        {served: []int{403}},
	"gateway getMailboxMessage":   {served: []int{403}},
	"gateway getHealth":           {served: ok},
	"gateway getReadiness":        {served: ok},

	"identity register": {served: []int{409, 429}, body: object{"firstName": "R", "lastName": "A",
		"email": demoUser, "password": "another long sentence"}},
	"identity verifyEmail":        {served: []int{400, 429}, body: object{"email": "nobody@example.org", "code": "000000"}},
	"identity resendVerification": {served: []int{204, 429}, body: object{"email": "nobody@example.org"}},
	"identity login":              {served: ok, body: object{"email": demoUser, "password": demoUserPassword}},
	"identity loginTwoFactor":     {served: []int{400}, body: object{"twoFactorToken": "unknown", "totpCode": "000000"}},
	"identity logout":             {served: noContent, fresh: true},
	"identity getAccount":         {served: ok},
	"identity updateAccount":      {served: ok, body: object{"lastName": "Ames"}},
	"identity setLanguage":        {served: ok, body: object{"language": "en"}},
	"identity deleteAccount":      {served: []int{400}, body: badCode},
	"identity changePassword": {served: []int{422, 429}, body: object{"currentPassword": "not this one",
		"newPassword": "another long sentence"}},
	"identity forgotPassword": {served: []int{204, 429}, body: object{"email": "nobody@example.org"}},
	"identity resetPassword": {served: []int{400, 429}, body: object{"email": "nobody@example.org", "code": "000000",
		"newPassword": "another long sentence"}},
	"identity requestEmailChange": {served: []int{422, 429}, body: object{"newEmail": "nobody@example.org",
		"currentPassword": "not this one"}},
	"identity confirmEmailChange": {served: []int{400, 429}, body: object{"changeId": badCode["verificationId"],
		"currentCode": "000000", "newCode": "000000"}},
	"identity setupTwoFactor":           {served: ok},
	"identity verifyTwoFactorSetup":     {served: []int{400, 422, 429}, body: object{"totpCode": "000000"}},
	"identity disableTwoFactor":         {served: []int{400, 429}, body: object{"totpCode": "000000"}},
	"identity regenerateBackupCodes":    {served: []int{400, 429}, body: object{"totpCode": "000000"}},
	"identity listPasskeys":             {served: ok},
	"identity exportAccountData":        {served: ok},
	"identity beginPasskeyRegistration": {served: []int{422, 429}, body: object{"currentPassword": "not this one"}},
	"identity finishPasskeyRegistration": {served: []int{400}, body: object{"ceremonyId": uuid.Nil, "name": "Laptop",
		"credential": noCredential("attestationObject")}},
	"identity renamePasskey":     {served: ok, body: object{"name": "Laptop"}},
	"identity removePasskey":     {served: []int{422, 429}, body: object{"currentPassword": "not this one"}},
	"identity beginPasskeyLogin": {served: []int{200, 429}},
	"identity finishPasskeyLogin": {served: []int{400},
		body: object{"ceremonyId": uuid.Nil, "credential": noCredential("authenticatorData", "signature")}},
	"identity beginPasskeySecondFactor": {served: []int{400}, body: object{"twoFactorToken": "unknown"}},
	"identity finishPasskeySecondFactor": {served: []int{400}, body: object{"twoFactorToken": "unknown", "ceremonyId": uuid.Nil,
		"credential": noCredential("authenticatorData", "signature")}},
	"identity requestVerification": {served: []int{200, 429}, body: object{"action": "delete-account"}},
	"identity consumeVerification": {served: []int{400, 429}, body: object{"verificationId": badCode["verificationId"],
		"code": "000000", "action": "delete-account"}},
	"identity listSessions":              {served: ok},
	"identity endSession":                {served: noContent},
	"identity getJwks":                   {served: ok},
	"identity getUserTwoFactor":          {served: ok},
	"identity verifyUserTwoFactor":       {served: []int{404}, body: object{"userId": uuid.Nil, "code": "000000"}},
	"identity listUserEmails":            {served: ok, query: "?userIds=" + uuid.Nil.String()},
	"identity listUsersWithoutTwoFactor": {served: ok},
	"identity listRevocations":           {served: ok},

	"jobs searchJobs":         {served: ok},
	"jobs getJobFacets":       {served: ok},
	"jobs suggest":            {served: ok, query: "?q=a"},
	"jobs getJob":             {served: ok},
	"jobs listSimilarJobs":    {served: ok},
	"jobs listJobSummaries":   {served: ok, query: "?id=" + uuid.Nil.String()},
	"jobs listSavedJobs":      {served: ok},
	"jobs saveJob":            {served: noContent},
	"jobs unsaveJob":          {served: noContent},
	"jobs listSavedFilters":   {served: ok},
	"jobs createSavedFilter":  {served: []int{201, 409}, body: object{"name": "Go", "filters": object{"keyword": "go"}}},
	"jobs updateSavedFilter":  {served: ok, body: object{"name": "Rust"}},
	"jobs deleteSavedFilter":  {served: noContent},
	"jobs setAlert":           {served: ok, body: object{"rhythm": "DAILY"}},
	"jobs removeAlert":        {served: noContent},
	"jobs listAlertHits":      {served: ok},
	"jobs takeAlertHits":      {served: noContent, body: object{"ids": []string{"01920f52-9d3e-7f04-a6b1-0c9d8e7f6a5b"}}},
	"jobs listEmployers":      {served: ok},
	"jobs listFollowedBoards": {served: ok},
	"jobs exportJobData":      {served: ok},
	"jobs followEmployer":     {served: noContent},
	"jobs unfollowEmployer":   {served: noContent},
	"jobs listCompanies":      {served: ok},
	"jobs getCompany":         {served: ok},
	"jobs updateCompany":      {served: ok, body: object{"name": "Keel & Lantern"}},
	"jobs listTriggers":       {served: ok},
	"jobs createTrigger":      {served: []int{202, 409}, body: object{"kind": "enrichment"}},
	"jobs getTriggerStatus":   {served: ok},
	"jobs getIndexStatus":     {served: ok},
	"jobs listTargets":        {served: ok},
	"jobs getTarget":          {served: ok},
	"jobs createBoardRequest": {served: []int{202, 409}, body: object{"action": "resume"}},
	"jobs getServiceReport":   {served: ok},
	"jobs listSilentAlerts":   {served: ok, query: "?filterIds=" + uuid.Nil.String()},
	"jobs deleteUserData":     {served: noContent},
	"jobs listUserSavedJobs":  {served: ok},
	"jobs getFindAllowance":   {served: ok},
	"jobs createFind":         {served: []int{202, 403, 409, 429}, body: object{"query": "Quince Labs"}},
	"jobs getFind":            {served: ok},
	"jobs addFoundBoard":      {served: []int{403}, body: object{"choice": 0}},

	"jobs listRules":       {served: ok},
	"jobs addRule":         {served: ok, body: object{"list": "NEVER", "kind": "TITLE_WORD", "value": "intern"}},
	"jobs removeRule":      {served: noContent},
	"jobs getUserRules":    {served: ok},
	"jobs listSeen":        {served: ok},
	"jobs addSeen":         {served: noContent, body: object{"jobIds": []uuid.UUID{uuid.Nil}}},
	"jobs forgetSeen":      {served: noContent},
	"jobs noteVisit":       {served: ok},
	"jobs listFeeds":       {served: ok},
	"jobs addFeed":         {served: ok, body: object{"filters": object{"keyword": "go"}}},
	"jobs resetFeed":       {served: ok},
	"jobs removeFeed":      {served: noContent},
	"jobs getAtomFeed":     {served: []int{404}, query: "?token=guess"},
	"jobs getFeedDocument": {served: []int{404}, query: "?token=guess"},

	"identity listUsers":          {served: ok},
	"identity getUser":            {served: ok},
	"identity changeUser":         {served: ok, body: object{"action": "verify"}}, // it is already
	"identity deleteUser":         {served: []int{404}, body: object{}},
	"identity listInvitations":    {served: ok},
	"identity invite":             {served: created, body: object{"email": "nobody@example.org"}},
	"identity withdrawInvitation": {served: []int{404}, body: object{"email": "nobody.else@example.org"}},

	"identity listActivity":       {served: ok},
	"identity listSecurityEvents": {served: ok},
	"identity getSystem":          {served: ok},
	"identity sendTestMail":       {served: []int{200, 429}},
	"identity getBackups":         {served: ok},
	"identity startBackup":        {served: []int{202, 409}, body: object{"task": "backup"}},
	"identity getServiceReport":   {served: ok},
	"jobs listSecurityEvents":     {served: ok},

	"jobs listOwnCorrections":  {served: ok},
	"jobs setOwnCorrection":    {served: noContent, body: object{"careerLevel": "lead"}},
	"jobs removeOwnCorrection": {served: noContent},
	"jobs correctFact":         {served: ok, body: object{"careerLevel": "lead"}},
	"jobs withdrawCorrection":  {served: ok},
	"jobs listCorrections":     {served: ok},

	"applications listApplications": {served: ok},
	"applications createApplication": {served: created,
		body: object{"jobDetails": object{"title": "Tester", "company": "Quince Labs"}}},
	"applications deleteAllApplications": {served: []int{400}, body: badCode},
	"applications getApplication":        {served: ok},
	"applications updateApplication":     {served: ok, body: object{"contact": "Jordan"}},
	"applications deleteApplication":     {served: noContent},
	"applications moveApplication":       {served: ok, body: object{"status": "OFFER"}},
	"applications reopenApplication":     {served: []int{200, 409}},
	"applications undoMove":              {served: []int{200, 409}, body: object{"position": 1}},
	"applications restoreApplication":    {served: []int{404}},
	"applications addTimelineEvent": {served: ok,
		body: object{"status": "SCREENING", "occurredAt": "2026-01-10T08:00:00Z"}},
	"applications correctTimelineEvent":       {served: []int{200, 404}, body: object{"occurredAt": "2026-01-09T08:00:00Z"}},
	"applications removeTimelineEvent":        {served: []int{200, 404, 409}},
	"applications getApplicationSettings":     {served: ok},
	"applications setApplicationSettings":     {served: noContent, body: object{"ghosting": true}},
	"applications takeOverSavedJobs":          {served: ok},
	"applications changeApplications":         {served: ok, body: object{"ids": []any{uuid.Nil}, "action": "archive"}},
	"applications undoBulkChange":             {served: ok},
	"applications listViews":                  {served: ok},
	"applications saveView":                   {served: ok, body: object{"name": "Open", "page": "table", "query": "status=APPLIED"}},
	"applications deleteView":                 {served: noContent},
	"applications getApplicationStats":        {served: ok},
	"applications getApplicationStatsHistory": {served: ok},
	"applications getPeriodStats":             {served: ok},
	"applications exportApplicationData":      {served: ok},
	"applications getServiceReport":           {served: ok},
	"applications exportApplications":         {served: ok},
	"applications importApplications":         {served: ok, query: "?dryRun=true", body: "title,company\nTester,Quince Labs\n"},
	"applications listStaleApplications":      {served: ok},
	"applications setApplicationStatus":       {served: ok, body: object{"status": "GHOSTED"}},
	"applications listUpcomingNextSteps":      {served: ok},
	"applications lookUpApplications":         {served: ok, query: "?ids=" + uuid.Nil.String()},
	"applications checkApplicationOwner":      {served: noContent},
	"applications getInterestProfile":         {served: ok},
	"applications listUserNextSteps":          {served: ok},
	"applications deleteUserData":             {served: noContent},

	"notifications getPreferences":           {served: ok},
	"notifications updatePreferences":        {served: ok, body: object{"ghostedAlert": true}},
	"notifications getTimeZone":              {served: ok},
	"notifications setTimeZone":              {served: ok, body: object{"timeZone": "Europe/Oslo"}},
	"notifications listNotifications":        {served: ok},
	"notifications getUnreadCount":           {served: ok},
	"notifications markAllNotificationsRead": {served: noContent},
	"notifications markNotificationRead":     {served: noContent},
	"notifications markNotificationUnread":   {served: noContent},
	"notifications deleteNotification":       {served: noContent},
	"notifications listChannels":             {served: ok},
	"notifications addChannel": {served: []int{400},
		body: object{"kind": "WEBHOOK", "name": "Hook", "address": "https://127.0.0.1"}},
	"notifications changeChannel":    {served: ok, body: object{"name": "Hook"}},
	"notifications removeChannel":    {served: noContent},
	"notifications testChannel":      {served: []int{200, 429}},
	"notifications listDeliveries":   {served: ok},
	"notifications replayDeliveries": {served: ok},
	"notifications renewPushSubscription": {served: []int{404}, body: object{"key": "guess", "address": "https://push.example",
		"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}},
	"notifications listInterviewReminders": {served: ok},
	"notifications listCustomReminders":    {served: ok},
	"notifications createCustomReminder": {served: []int{404}, body: object{"applicationId": uuid.Nil, "title": "Call",
		"triggerAtUtc": "2100-01-01T00:00:00Z", "channels": []string{"IN_APP"}}},
	"notifications getCustomReminder":        {served: ok},
	"notifications updateCustomReminder":     {served: ok, body: object{"title": "Call again"}},
	"notifications cancelCustomReminder":     {served: noContent},
	"notifications snoozeCustomReminder":     {served: ok, body: object{"triggerAtUtc": "2100-01-01T00:00:00Z"}},
	"notifications listApplicationReminders": {served: ok, stranger: 200},
	"notifications listAlertHits":            {served: ok},
	"notifications getAlertSettings":         {served: ok},
	"notifications setAlertSettings": {served: ok,
		body: object{"hour": 8, "weekday": "MONDAY", "quietFrom": nil, "quietUntil": nil, "email": true, "inApp": true}},
	"notifications getCalendar":            {served: ok},
	"notifications getServiceReport":       {served: ok},
	"notifications exportNotificationData": {served: ok},
	"notifications resetCalendar":          {served: ok},
	"notifications getCalendarFeed":        {served: []int{404}, query: "?token=guess"},
	"notifications showUnsubscribePage":    {served: []int{404}, query: "?token=guess"},
	"notifications unsubscribe":            {served: []int{404}, query: "?token=guess"},
	"notifications forgetApplications":     {served: noContent, body: object{"userId": uuid.Nil, "applicationIds": []uuid.UUID{uuid.Nil}}},
	"notifications getUserTimeZone":        {served: ok},
	"notifications setUserLanguage":        {served: noContent, body: object{"language": "en", "changedAt": "2026-05-20T12:00:00Z"}},
	"notifications deleteUserData":         {served: noContent},
}

// noCredential has the form of an authenticator's response.
func noCredential(parts ...string) object {
	response := object{"clientDataJSON": "AAAA"}
	for _, p := range parts {
		response[p] = "AAAA"
	}
	return object{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": response}
}

// expected returns the statuses that a caller may get by the contract.
func expected(op api.Operation, r row, c caller, throughGateway bool) []int {
	switch {
	case op.Internal() && throughGateway:
		return []int{404}
	case op.Public():
		return r.served
	case op.Internal() && c.service:
		return r.served
	case op.Internal() || c.user == nil:
		return []int{401}
	case slices.Contains(op.Roles(), "admin") && !c.admin:
		return []int{403}
	case pathHasOwner(op) && !c.owner && r.stranger != 0:
		return []int{r.stranger}
	case pathHasOwner(op) && !c.owner:
		return []int{404}
	}
	return r.served
}

// pathHasOwner reports whether the path contains an id of something that only its owner may use. Postings, employers, boards
// and companies belong to nobody, and administrators may see and change what belongs to others.
func pathHasOwner(op api.Operation) bool {
	return op.Bearer() && !slices.Contains(op.Roles(), "admin") && slices.ContainsFunc(op.Parameters, func(p api.Parameter) bool {
		return p.In == "path" && !slices.Contains([]string{"jobId", "employerId", "targetId", "slug", "fact"}, p.Name)
	})
}

func TestMatrixHasEveryOperation(t *testing.T) {
	t.Parallel()
	left := map[string]bool{}
	for name := range rows {
		left[name] = true
	}
	for _, op := range api.Operations() {
		if _, ok := rows[op.Service+" "+op.ID]; !ok {
			t.Errorf("%s %s has no row: add one with the statuses for a caller who has the right to it", op.Service, op.ID)
		}
		if !op.Public() && op.Bearer() == op.Internal() {
			t.Errorf("%s %s is for both users and services, or for neither", op.Service, op.ID)
		}
		delete(left, op.Service+" "+op.ID)
	}
	for name := range left {
		t.Errorf("%s is in no contract", name)
	}
}

// TestAuthorisation sends every operation on behalf of every kind of caller, to the services themselves and through
// the gateway.
func TestAuthorisation(t *testing.T) {
	t.Parallel()
	w := newDemo(t, nil)
	callers := w.callers(t)
	sent := 0
	for _, op := range api.Operations() {
		r := rows[op.Service+" "+op.ID]
		for _, through := range []bool{false, true} {
			if through && op.Service == "gateway" {
				continue
			}
			client := w.direct[op.Service]
			if through {
				client = w.through(op)
			}
			path := w.path(t, op) + r.query
			for _, c := range callers {
				options := c.options
				if r.fresh && c.user != nil {
					options = []apitest.Option{apitest.Bearer(w.session(t, c.user))}
				}
				if op.ID == "importApplications" {
					options = append(slices.Clip(options), apitest.Header("Content-Type", "text/csv"))
				}
				res := client.Do(op.Method, path, r.body, options...)
				sent++
				what := fmt.Sprintf("%s %s (through the gateway: %v) for %s", op.Service, op.ID, through, c.name)
				if want := expected(op, r, c, through); !slices.Contains(want, res.Status) {
					t.Errorf("%s: got %d %s, want %v", what, res.Status, res.Body, want)
				}
				// 401 is only about the token, never about a code or password in the request.
				if op.Bearer() && res.Status == http.StatusUnauthorized && op.Method != http.MethodHead {
					res.WantError(401, "Unauthorized")
				}
				if !c.owner && !c.service && bytes.Contains(res.Body, []byte(w.mark)) {
					t.Errorf("%s shows another user's data: %s", what, res.Body)
				}
			}
		}
	}
	t.Logf("%d requests: %d operations, %d kinds of callers", sent, len(rows), len(callers))
}

// TestIDsInBodiesAreOwnedToo sends ids of another user in bodies.
func TestIDsInBodiesAreOwnedToo(t *testing.T) {
	t.Parallel()
	w := newDemo(t, nil)
	stranger := newcomer(t, w.gateway, "grace@example.org")
	reminder := object{"applicationId": w.application(t), "title": "Call", "triggerAtUtc": time.Now().Add(time.Hour).UTC(),
		"channels": []string{"IN_APP"}}
	stranger.reminders.Do("POST", "/notifications/custom-reminders", reminder).WantError(404, "Not Found")
	w.owner.reminders.Do("POST", "/notifications/custom-reminders", reminder).Want(201)

	// A code of one account does not work in another.
	code := w.owner.code("delete-all-applications")
	stranger.applications.Do("DELETE", "/applications", code).WantError(400, "Invalid Verification")
	consume := object{"verificationId": code["verificationId"], "code": code["code"], "action": "delete-all-applications"}
	stranger.identity.Do("POST", "/auth/account/verifications/consume", consume).WantError(400, "Invalid Verification")
	w.owner.identity.Do("POST", "/auth/account/verifications/consume", consume).Want(204)
	if !strings.Contains(string(w.owner.applications.Do("GET", "/applications", nil).Want(200).Body), w.mark) {
		t.Error("the owner's applications are gone")
	}
}
