import { join } from 'node:path';

/** Two levels up from both the source and `dist/web`. */
export const builtPage = join(import.meta.dirname, '../../dist/renderer/web');
