import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Random, randomFrom } from '../../service/seeds/random.ts';
import { look, makeRealFolder, type RealFolder } from './real-folder.ts';

const damages = ['flip', 'cut'] as const;

interface Finding {
  readonly what: string;
  /** `silent`: something differs, and nothing was told. */
  readonly kind: 'silent' | 'unexpected error';
}

interface Tally {
  readonly file: string;
  readonly told: number;
  readonly withoutEffect: number;
}

interface DamageRun {
  /** Flips per file, and as many truncations. */
  readonly rounds: number;
  readonly seed: number;
  /** `null` for all files. */
  readonly only: string | null;
  readonly onFile?: (tally: Tally, findings: readonly Finding[]) => void;
}

/** In memory on Linux, where a flush takes no time. */
const parentOfFolders = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Flips one bit of each file, or cuts it off, and compares what a start shows and tells. */
export async function runDamage(
  run: DamageRun,
): Promise<{ tallies: Tally[]; findings: Finding[] }> {
  const parent = mkdtempSync(join(parentOfFolders, 'hookdesk-damage-'));
  const tallies: Tally[] = [];
  const findings: Finding[] = [];
  try {
    for (const kind of ['killed', 'closed'] as const) {
      const folder = await makeRealFolder(parent, kind);
      for (const file of folder.files) {
        if (run.only !== null && run.only !== file) continue;
        const found: Finding[] = [];
        const tally = await damageFile(folder, file, run, found);
        tallies.push(tally);
        findings.push(...found);
        run.onFile?.(tally, found);
      }
    }
    return { tallies, findings };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function damageFile(
  folder: RealFolder,
  file: string,
  { rounds, seed }: DamageRun,
  findings: Finding[],
): Promise<Tally> {
  let [told, withoutEffect] = [0, 0];
  for (const damage of damages) {
    // By file and damage, so that one of them can be repeated alone.
    const random = randomFrom(hash(`${seed} ${folder.kind} ${file} ${damage}`));
    for (let round = 1; round <= rounds; round += 1) {
      const { size, place, bit } = placeIn(join(folder.directory, file), random);
      const where = damage === 'flip' ? `bit ${bit} of byte ${place}` : `at ${place}`;
      const what = `${folder.kind} ${file}: ${damage} ${where} of ${size}, round ${round}`;
      try {
        const after = await look(folder, (copy) => {
          const bytes = readFileSync(join(copy, file));
          bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
          writeFileSync(join(copy, file), damage === 'flip' ? bytes : bytes.subarray(0, place));
        });
        if (after.told.length > 0) told += 1;
        else if (isDeepStrictEqual(after.seen, folder.seen)) withoutEffect += 1;
        else findings.push({ kind: 'silent', what });
      } catch (error) {
        const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
        findings.push({ kind: 'unexpected error', what: `${what}: ${reason}` });
      }
    }
  }
  return { file: `${folder.kind} ${file}`, told, withoutEffect };
}

function placeIn(path: string, random: Random) {
  const size = readFileSync(path).length;
  return { size, place: random.integer(size), bit: random.integer(8) };
}

/** FNV-1a. Source: http://www.isthe.com/chongo/tech/comp/fnv/ */
const hash = (text: string): number =>
  Buffer.from(text).reduce((mixed, byte) => Math.imul(mixed ^ byte, 0x01000193), 0x811c9dc5);
