import type { importProcedures } from '#contract/bundle-import.ts';
import type { Handlers } from '../../router.ts';
import type { Importing } from './importing.ts';

export function importHandlers({
  files,
  remembered,
  toDrafts,
}: Importing): Handlers<typeof importProcedures> {
  return {
    beginFile: ({ name, bytes }) => files.begin(name, bytes),
    addToFile: ({ fileId, part }) => files.add(fileId, part),
    openFile: ({ fileId }) => files.open(fileId),
    unlockFile: ({ fileId, passphrase }, signal) => files.unlock(fileId, passphrase, signal),
    fileRows: ({ fileId }) => files.rows(fileId),
    forgetFile: ({ fileId }) => files.forget(fileId),
    filesToOpen: (_input, signal) => files.offered(signal),
    toDrafts: ({ fileId, connectionId, keys }) => toDrafts(fileId, connectionId, keys),
    remembered: ({ connectionId }) => remembered.names(connectionId),
    forgetRemembered: (input) => remembered.forget(input.connectionId, input),
  };
}
