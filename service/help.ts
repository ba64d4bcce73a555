import { tokenVariable } from './command-line.ts';

export const help = `The webhook management service: keeps webhook definitions and serves them over REST.

Usage: npm run service -- --variant A|B [options]

  --variant A|B        which variant of the interface to serve: A (release 6.0) or B (14.0)
  --port N             port to listen on; a free one if 0 or left out
  --host ADDRESS       address to listen on (127.0.0.1)
  --root PATH          API root (/api/v6 for A, /api/v14 for B)
  --data FILE          keep the webhooks in this file; in memory if left out
  --auth-token TOKEN   what the header X-Auth-Token must hold. The environment variable
                       ${tokenVariable} does the same and shows in no process
                       list. Without either, a random one is made and printed.
  --no-auth            let everybody in
  --seed N             if there are no webhooks, begin with N that look like life
  --end-with-stdin     end when standard input closes
  --help               show this

When it listens it prints one line with its address. The interface is described at
/openapi.json. SIGINT (Ctrl C) and SIGTERM end it. Exit codes: 0 ended as asked,
1 could not start, 2 wrong options.
`;
