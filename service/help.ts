import { tokenVariable } from './command-line.ts';
import { FaultKind } from './faults/fault.ts';
import { logLevels } from './http/logger.ts';

const kinds = FaultKind.options;

export const help = `The webhook management service: keeps webhook definitions and serves them over REST.

Usage: npm run service -- --variant A|B [options]
       npm run service -- add-user --users FILE NAME

  --variant A|B        which variant of the interface to serve: A (release 6.0) or B (14.0)
  --port N             port to listen on; a free one if 0 or left out
  --host ADDRESS       address to listen on (127.0.0.1). The service speaks plain HTTP: put a
                       proxy that speaks HTTPS before any other address
  --root PATH          API root (/api/v6 for A, /api/v14 for B)
  --data FILE          keep the webhooks in this file; in memory if left out
  --seed N             if there are no webhooks, begin with N that look like life

Who may come in: one of
  --auth-token TOKEN   what the header X-Auth-Token must hold. Other users of this machine can
                       read it in the process list: the environment variable
                       ${tokenVariable} does the same unseen. Without either, a
                       random one is made and printed.
  --users FILE         users sign in with POST .../api/token/ and get a token for a while
  --token-ttl SECONDS  with --users: how long such a token lives (1200)
  --no-auth            let everybody in

Limits and logs:
  --body-limit BYTES   largest body of a request (1048576)
  --rate N             requests a second; one too many is answered with 429 (any number)
  --log-level LEVEL    what is logged to standard error: ${logLevels.join(', ')}
                       (error)
  --end-with-stdin     end when standard input closes

For practice and tests:
  --latency MS         every request waits so many milliseconds
  --fault KIND:RATE    a share (above 0, up to 1) of the requests goes wrong; may be given more than
                       once. Kinds: ${kinds.slice(0, 7).join(', ')},
                       ${kinds.slice(7).join(', ')}
  --practice           raise alerts, watch deliveries and set faults below /practice/
  --deliver-anywhere   with --practice: deliver to other machines too, not only to this one
  --allow-relay        with --deliver-anywhere: deliver there also if --host lets other machines
                       in, who then can make this machine send requests anywhere
  --stand-in           with --practice: a stand-in on this machine takes every delivery, whatever
                       the target, and accepts it

add-user adds a user to a users file, or gives one another password. The password is asked
for without showing it, or read from standard input (its first line).

  --help               show this

When it listens it prints one line with its address. The interface is described at
/openapi.json, and for people at /docs; practice at /practice/docs. SIGINT (Ctrl C) and
SIGTERM end it. Exit codes: 0 ended as asked, 1 could not start, 2 wrong options.
`;
