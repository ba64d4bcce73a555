import { config } from 'zod';

// zod tries whether it may compile code as soon as a schema is made; the page's policy forbids it and
// reports the try. Imported first, so that no schema is made before.
config({ jitless: true });
