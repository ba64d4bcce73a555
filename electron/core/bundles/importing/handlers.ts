import { implement } from '@orpc/server';
import { importProcedures } from '#contract/bundle-import.ts';
import { withRpcErrors } from '../../rpc-problems.ts';
import type { Importing } from './importing.ts';

export function importHandlers({ files, remembered, toDrafts }: Importing) {
  const os = implement(importProcedures);
  return {
    beginFile: os.beginFile.handler(({ input }) => files.begin(input.name, input.bytes)),
    addToFile: os.addToFile.handler(({ input }) => files.add(input.fileId, input.part)),
    openFile: os.openFile.handler(({ input }) => files.open(input.fileId)),
    unlockFile: os.unlockFile.handler(({ input }) => files.unlock(input.fileId, input.passphrase)),
    fileRows: os.fileRows.handler(({ input }) => withRpcErrors(files.rows(input.fileId))),
    forgetFile: os.forgetFile.handler(({ input }) => files.forget(input.fileId)),
    filesToOpen: os.filesToOpen.handler(({ signal }) => withRpcErrors(files.offered(signal))),
    toDrafts: os.toDrafts.handler(({ input }) =>
      toDrafts(input.fileId, input.connectionId, input.keys),
    ),
    remembered: os.remembered.handler(({ input }) => remembered.names(input.connectionId)),
    forgetRemembered: os.forgetRemembered.handler(({ input }) =>
      remembered.forget(input.connectionId, input),
    ),
  };
}
