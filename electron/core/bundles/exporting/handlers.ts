import type { exportProcedures } from '#contract/bundle-export.ts';
import type { Handlers } from '../../router.ts';
import type { Exports } from './exports.ts';

export function exportHandlers(exports: Exports): Handlers<typeof exportProcedures> {
  return {
    prepareExport: (input, signal) => exports.prepare(input, signal),
    exportSecret: ({ exportId, name }) => exports.secret(exportId, name),
    plainTexts: ({ exportId }, signal) => exports.plainTexts(exportId, signal),
    markSecret: ({ exportId, mark }, signal) => exports.mark(exportId, mark, signal),
    unmarkSecret: ({ exportId, name }, signal) => exports.unmark(exportId, name, signal),
    writeExport: (input, signal) => exports.write(input, signal),
    forgetExport: ({ exportId }) => exports.forget(exportId),
  };
}
