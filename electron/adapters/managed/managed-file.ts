import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { dirname, isAbsolute, win32 } from 'node:path';
import { checkCertificates } from '#domain/installation/pem.ts';
import { type Managed, readManagedText, unmanaged } from '#domain/managed/managed-settings.ts';
import { certificateFactsIn } from '../http/tls/certificate-facts.ts';
import { quoted } from '../data-folder/folder-problem.ts';
import { errorCode } from '../error-code.ts';

/** Read once, at the start. A file that is there and cannot be used is `refused`, never left out. */
export function readManagedSettings({ files, owner }: ManagedPlace): Managed {
  for (const file of files) {
    try {
      const text = readFileOf(file, owner);
      if (text !== null) return managedBy(file, text, owner);
    } catch (error) {
      if (error instanceof UnusableFile) return refused(file, error.message);
      return refused(file, `The system refuses access to it (${errorCode(error)}).`);
    }
  }
  return unmanaged;
}

function managedBy(file: string, text: string, owner: number): Managed {
  const reading = readManagedText(text);
  if ('fault' in reading) return refused(file, reading.fault);
  const { settings } = reading;
  const { extraCa } = settings;
  const caPem = extraCa === undefined ? null : pemOf(extraCa, owner);
  return { kind: 'set', file, settings, caPem };
}

const refused = (file: string, why: string): Managed => ({
  kind: 'refused',
  file,
  message: `The managed settings in ${file} cannot be used. ${why}`,
  advice:
    'Hookdesk sends nothing and does not update. Ask your administrator to correct this, then start Hookdesk again.',
});

/** Its message is a sentence. */
class UnusableFile extends Error {
  override readonly name = 'Refused';
}

function pemOf(extraCa: string, owner: number): string {
  const isText = extraCa.includes('-----BEGIN');
  if (!isText && !isAbsolute(extraCa)) {
    throw new UnusableFile(
      'The member “extraCa” must be the complete path of a PEM file, or PEM text.',
    );
  }
  const pem = isText ? extraCa : readFileOf(extraCa, owner);
  if (pem === null) {
    throw new UnusableFile(`The file ${extraCa} of the member “extraCa” does not exist.`);
  }
  const [issue] = checkCertificates(pem, 'extraCa');
  if (issue !== undefined) {
    throw new UnusableFile(`The member “extraCa” is not usable. ${issue.message}`);
  }
  if (certificateFactsIn(pem) !== null) return pem;
  throw new UnusableFile('The member “extraCa” has a certificate that cannot be read.');
}

/** `null` if it does not exist. Only `owner` could have written or removed it. @throws Refused */
function readFileOf(file: string, owner: number): string | null {
  try {
    const folder = dirname(file);
    const stats = lstatSync(folder);
    if (!stats.isDirectory()) throw new UnusableFile(`${folder} is not a folder.`);
    refuseOthers(folder, stats, owner);
    return readRegular(file, owner);
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOENT':
        return null;
      case 'ELOOP':
        throw new UnusableFile(`${file} is not a file, but a link. Put the file itself there.`);
      case 'EACCES':
      case 'EPERM':
        throw new UnusableFile(`You may not read ${file}. Run: sudo chmod a+r ${quoted(file)}`);
      default:
        throw error;
    }
  }
}

function readRegular(file: string, owner: number): string {
  // Windows has neither flag.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const opened = openSync(file, flags);
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile()) throw new UnusableFile(`${file} is not a file.`);
    refuseOthers(file, stats, owner);
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

/** Windows keeps its rights in access lists, which Node cannot read. */
function refuseOthers(path: string, { uid, mode }: Stats, owner: number): void {
  const user = process.getuid?.();
  if (user === undefined) return;
  if (uid !== owner && user !== root) {
    throw new UnusableFile(`${path} does not belong to root. Run: sudo chown root ${quoted(path)}`);
  }
  if ((mode & 0o022) !== 0) {
    throw new UnusableFile(`Other users can change ${path}. Run: sudo chmod go-w ${quoted(path)}`);
  }
}

/** Where managed settings may be, and who may have written them. */
export interface ManagedPlace {
  /** The first that exists decides. */
  readonly files: readonly string[];
  /** The user who may set something for all users. Windows has no such ids. */
  readonly owner: number;
}

const root = 0;

/** Hosts take it as a parameter, so that tests need no variable that a user could set. */
export function managedPlace(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ManagedPlace {
  if (platform === 'win32') {
    // Only administrators write here, unlike in ProgramData, and an uninstaller leaves it alone.
    // The usual folder goes first, because a user can set the variable for a process.
    const usualFolder = 'C:\\Program Files\\Common Files';
    const folders = [usualFolder, environment.CommonProgramFiles ?? ''].filter(
      (folder) => folder !== '',
    );
    const files = [...new Set(folders)].map((folder) =>
      win32.join(folder, 'Hookdesk', 'settings.json'),
    );
    return { files, owner: root };
  }
  const folder = platform === 'darwin' ? '/Library/Application Support/Hookdesk' : '/etc/hookdesk';
  return { files: [`${folder}/settings.json`], owner: root };
}
