import type { HookdeskClient } from '#contract/index.ts';

/** What the window may ask of exports. */
export type ExportRoom = Pick<
  HookdeskClient['bundles'],
  'prepareExport' | 'exportSecret' | 'writeExport' | 'forgetExport'
>;
