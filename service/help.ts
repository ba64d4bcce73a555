import { databaseVariable, tokenVariable } from './command-line.ts';
import { FaultKind } from './faults/fault.ts';
import { logLevels } from './http/logger-options.ts';

const kinds = FaultKind.options;

export const help = `Webhook management service: stores webhook definitions and serves them over REST.

Usage: npm run service -- --variant A|B [options]
       npm run service -- add-user --users FILE NAME
       npm run service -- copy --from PLACE --to PLACE

  --variant A|B        interface variant to serve: A (release 6.0) or B (14.0)
  --port N             port to listen on; a free port if 0 or omitted
  --host ADDRESS       address to listen on (127.0.0.1). The service uses plain HTTP: use an
                       HTTPS proxy for any other address
  --root PATH          API root (/api/v6 for A, /api/v14 for B)
  --data FILE          store the webhooks in this file; in memory if omitted
  --database URL       store them in this PostgreSQL database, which several instances may share:
                       postgres://user@host:5432/name. Other users of this machine can read a
                       password in the process list; the environment variable
                       ${databaseVariable} hides it
  --seed N             create N sample webhooks if the store is empty
  --sample NAME        create the webhooks of one of three installations that differ if the store
                       is empty: production or standby (variant B), old-site (A)

Authentication (select one):
  --auth-token TOKEN   required value of the header X-Auth-Token. Other users of this machine
                       can read it in the process list; the environment variable
                       ${tokenVariable} hides it. Without either, a random
                       auth token is created and printed.
  --users FILE         users sign in with POST .../api/token/ and get an auth token
  --token-ttl SECONDS  with --users: lifetime of these auth tokens (1200)
  --no-auth            accept all requests

Limits and logs:
  --body-limit BYTES   largest request body (1048576)
  --rate N             requests per second; more are answered with 429 (unlimited)
  --log-level LEVEL    log level on standard error: ${logLevels.join(', ')}
                       (error)
  --end-with-stdin     end when standard input closes
  --drain SECONDS      when stopped, answer /ready with 503 for this time before the service stops
                       accepting requests (0)

For practice and tests:
  --latency MS         delay every request by this time
  --fault KIND:RATE    fail this fraction (0–1] of requests; repeatable.
                       Kinds: ${kinds.slice(0, 7).join(', ')},
                       ${kinds.slice(7).join(', ')}
  --practice           raise alerts, watch deliveries and set faults below /practice/
  --deliver-anywhere   with --practice: also deliver to other machines
  --allow-relay        with --deliver-anywhere: allow it although --host accepts other machines,
                       which can then make this machine send requests anywhere
  --stand-in           with --practice: a local receiver accepts all deliveries, whatever the
                       target

copy copies the webhooks with their ids to an empty place. A place is a data file, or the URL of a
database. Stop the service first.

add-user adds a user to a users file or changes a password. It prompts for the password, or
reads the first line of standard input.

  --help               show this help

The service prints its address when it is ready. The interface is documented at /docs and
/openapi.json, practice at /practice/docs; /health and /ready are for supervisors and proxies. SIGINT (Ctrl C) and SIGTERM stop the service.
Exit codes: 0 stopped, 1 could not start, 2 wrong options.
`;
