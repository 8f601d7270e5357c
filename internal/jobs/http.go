package jobs

import (
	"context"

	"rolecall/internal/auth"
	"rolecall/internal/httpd"
	"rolecall/internal/jobs/oas"
)

// handler translates between the contract and the rules; it decides nothing.
type handler struct {
	oas.UnimplementedHandler
	svc *Service
}

// NewError is the one road from an error to an answer.
func (h *handler) NewError(ctx context.Context, err error) *oas.ErrorStatusCodeWithHeaders {
	f := httpd.Describe(ctx, err)
	res := oas.Error{Error: f.Title, Message: f.Message}
	for _, field := range f.Fields {
		res.Fields = append(res.Fields, oas.FieldError{Name: field.Name, Message: field.Message})
	}
	if id := httpd.ShownID(ctx, f); id != "" {
		res.RequestId = oas.NewOptString(id)
	}
	if run, ok := f.Detail.(*oas.TriggerRunInfo); ok {
		res.Run = oas.NewOptTriggerRunInfo(*run)
	}
	out := &oas.ErrorStatusCodeWithHeaders{StatusCode: f.Kind.Status(), Response: res}
	if s := httpd.RetrySeconds(f); s > 0 {
		out.RetryAfter = oas.NewOptInt(s)
	}
	return out
}

// security asks who is calling.
type security struct {
	verifier *auth.Verifier
	key      auth.ServiceKey
}

// HandleBearer admits users whose token carries the groups of the operation.
func (s *security) HandleBearer(ctx context.Context, _ oas.OperationName, t oas.Bearer) (context.Context, error) {
	return s.verifier.Authenticate(ctx, t.Token, t.Roles)
}

// HandleServiceKey admits the other services.
func (s *security) HandleServiceKey(ctx context.Context, _ oas.OperationName, t oas.ServiceKey) (context.Context, error) {
	return ctx, auth.CheckServiceKey(s.key, t.APIKey)
}
