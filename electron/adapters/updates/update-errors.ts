import { plainError, type PlainProblemCode, ProblemError } from '#domain/problem.ts';
import { systemCode } from '../system-code.ts';

interface Words {
  readonly code: PlainProblemCode;
  readonly message: string;
  readonly advice: string;
}

const askPublisher = 'If it fails again, report it to the publisher of this build.';

const noRelease: Words = {
  code: 'not-found',
  message: 'The update server has no version for this system.',
  advice: `Try again later. ${askPublisher}`,
};
const unreadable: Words = {
  code: 'not-the-interface',
  message: 'The answer of the update server cannot be read.',
  advice: `Try again later. ${askPublisher}`,
};
const damaged: Words = {
  code: 'refused',
  message: 'The download differs from the published version and was deleted.',
  advice: `Check for updates again. ${askPublisher}`,
};
const notSigned: Words = {
  code: 'refused',
  message: 'The download is not signed by the maker of this Hookdesk and was deleted.',
  advice: 'Report it to the publisher of this build.',
};
const unreachable: Words = {
  code: 'unreachable',
  message: 'The update server cannot be reached, or it stopped answering.',
  advice: 'Check the network and the system’s proxy, then check for updates again.',
};
const proxyAsks: Words = {
  code: 'proxy-failed',
  message: 'The proxy of the system asks for a user name and a password.',
  advice:
    'Hookdesk sends none for updates. Allow the update server in the proxy, or install the new version yourself.',
};
const refusedByServer: Words = {
  code: 'server-failed',
  message: 'The update server refused the request.',
  advice: `Try again later. ${askPublisher}`,
};
const noRoom: Words = {
  code: 'storage-failed',
  message: 'The update could not be written to the disk.',
  advice: 'Check that the disk is not full, then check for updates again.',
};

/** By the codes of electron-updater and builder-util-runtime. */
const wordsOfCode: ReadonlyMap<string, Words> = new Map([
  ['ERR_UPDATER_CHANNEL_FILE_NOT_FOUND', noRelease],
  ['ERR_UPDATER_NO_PUBLISHED_VERSIONS', noRelease],
  ['ERR_UPDATER_LATEST_VERSION_NOT_FOUND', noRelease],
  ['ERR_UPDATER_NO_FILES_PROVIDED', noRelease],
  ['ERR_XML_MISSED_ELEMENT', noRelease],
  ['ERR_UPDATER_ASSET_NOT_FOUND', noRelease],
  ['ERR_UPDATER_ZIP_FILE_NOT_FOUND', noRelease],
  ['ERR_UPDATER_INVALID_UPDATE_INFO', unreadable],
  ['ERR_UPDATER_INVALID_RELEASE_FEED', unreadable],
  ['ERR_UPDATER_INVALID_VERSION', unreadable],
  ['ERR_UPDATER_NO_CHECKSUM', unreadable],
  ['ERR_CHECKSUM_MISMATCH', damaged],
  ['ERR_UPDATER_INVALID_SIGNATURE', notSigned],
  ...['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'EIO', 'ENOENT'].map(
    (code): [string, Words] => [code, noRoom],
  ),
]);

/** A problem without the texts of the library, which contain addresses and answers. */
export function updateProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = systemCode(error);
  const { code: problemCode, message, advice } = wordsOf(code, error);
  // Electron has its network errors in the message alone.
  const network = error instanceof Error ? /\bnet::ERR_\w+/.exec(error.message)?.[0] : undefined;
  const known = network ?? code;
  const facts: Record<string, string> = known === 'none' ? {} : { 'System code': known };
  return plainError(problemCode, message, advice, facts);
}

/** Chromium's codes. Source: its `net/base/net_error_list.h`. */
const asksForPassword = /\bnet::ERR_PROXY_AUTH_\w+/;

function wordsOf(code: string, error: unknown): Words {
  const status = error instanceof Error ? /\bstatus (\d{3})\b/.exec(error.message)?.[1] : undefined;
  if (code === 'HTTP_ERROR_407' || status === '407' || asksForPassword.test(String(error))) {
    return proxyAsks;
  }
  if (code === 'HTTP_ERROR_404' || status === '404') return noRelease;
  if (code.startsWith('HTTP_ERROR_') || status !== undefined) return refusedByServer;
  const isNetwork = /^E[A-Z_]+$/.test(code) || /\bnet::ERR_/.test(String(error));
  return wordsOfCode.get(code) ?? (isNetwork ? unreachable : unreadable);
}
