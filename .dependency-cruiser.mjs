import { cruiseOptions } from './build/rules/cruise-options.mjs';
import { importRules } from './build/rules/import-rules.mjs';

// dependency-cruiser takes a default export alone.
export default { forbidden: importRules, options: cruiseOptions };
