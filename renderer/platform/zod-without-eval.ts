import { config } from 'zod';

// Must run before zod makes a schema: zod then tries to compile code, which the CSP reports.
config({ jitless: true });
