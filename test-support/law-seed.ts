import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the checked-out commit; `null` outside a repository: each run has its own. */
    lawSeed: number | null;
  }
}

const seed = inject('lawSeed');
if (seed !== null) fc.configureGlobal({ seed });
