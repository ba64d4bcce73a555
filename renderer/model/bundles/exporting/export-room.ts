import type { HookdeskClient } from '#contract/index.ts';

export type ExportRoom = Pick<
  HookdeskClient['bundles'],
  'prepareExport' | 'exportSecret' | 'writeExport' | 'forgetExport'
>;
