import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  type Stats,
} from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { checkCertificates } from '#domain/installation/pem.ts';
import { type Managed, readManagedText, unmanaged } from '#domain/managed/managed-settings.ts';
import { certificateFactsIn } from '../http/tls/certificate-facts.ts';
import { systemCode } from '../system-code.ts';
import { type ManagedPlace, root } from './managed-place.ts';

/** Read once, at the start. A file that is there and cannot be used is `refused`, never left out. */
export function readManagedSettings({ files, owner }: ManagedPlace): Managed {
  for (const file of files) {
    try {
      const text = readFileOf(file, owner);
      if (text !== null) return managedBy(file, text, owner);
    } catch (error) {
      if (error instanceof Refused) return refused(file, error.message);
      return refused(file, `The system refuses access to it (${systemCode(error)}).`);
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
class Refused extends Error {
  override readonly name = 'Refused';
}

function pemOf(extraCa: string, owner: number): string {
  const isText = extraCa.includes('-----BEGIN');
  if (!isText && !isAbsolute(extraCa)) {
    throw new Refused('The member “extraCa” must be the complete path of a PEM file, or PEM text.');
  }
  const pem = isText ? extraCa : readFileOf(extraCa, owner);
  if (pem === null)
    throw new Refused(`The file ${extraCa} of the member “extraCa” does not exist.`);
  const [issue] = checkCertificates(pem, 'extraCa');
  if (issue !== undefined)
    throw new Refused(`The member “extraCa” is not usable. ${issue.message}`);
  if (certificateFactsIn(pem) !== null) return pem;
  throw new Refused('The member “extraCa” has a certificate that cannot be read.');
}

/** `null` if it does not exist. Only `owner` could have written or removed it. @throws Refused */
function readFileOf(file: string, owner: number): string | null {
  try {
    const folder = dirname(file);
    const found = lstatSync(folder);
    if (!found.isDirectory()) throw new Refused(`${folder} is not a folder.`);
    refuseOthers(folder, found, owner);
    return readRegular(file, owner);
  } catch (error) {
    switch (systemCode(error)) {
      case 'ENOENT':
        return null;
      case 'ELOOP':
        throw new Refused(`${file} is not a file, but a link. Put the file itself there.`);
      case 'EACCES':
      case 'EPERM':
        throw new Refused(`You may not read ${file}. Run: sudo chmod a+r ${quoted(file)}`);
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
    const found = fstatSync(opened);
    if (!found.isFile()) throw new Refused(`${file} is not a file.`);
    refuseOthers(file, found, owner);
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
    throw new Refused(`${path} does not belong to root. Run: sudo chown root ${quoted(path)}`);
  }
  if ((mode & 0o022) !== 0) {
    throw new Refused(`Other users can change ${path}. Run: sudo chmod go-w ${quoted(path)}`);
  }
}

/** For a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
