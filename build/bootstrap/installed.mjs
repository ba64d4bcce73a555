/**
 * Checks whether node_modules matches package-lock.json.
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Compares the lock with the record that npm writes at the end of every installation. Optional
 * packages may be missing, because they are for other systems. Extra packages are ignored.
 *
 * @param {Lock} lock package-lock.json
 * @param {Lock | null} record node_modules/.package-lock.json, `null` when there is none
 * @returns {string | null} the first reason to install, `null` when nothing is missing
 */
export function reasonToInstall(lock, record) {
  if (record === null) return 'npm packages are not installed';
  for (const [place, wanted] of Object.entries(lock.packages)) {
    if (place === '') continue;
    const found = record.packages[place];
    if (found === undefined) {
      if (wanted.optional === true) continue;
      return `${nameOf(place)} is not installed`;
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) {
      return `${nameOf(place)} is not the version of the lock`;
    }
  }
  return null;
}

/**
 * Compares the lock and the record of a checkout. Takes about 10 ms.
 *
 * @param {string} root the folder of package.json
 */
export function reasonToInstallIn(root) {
  const lock = readLock(path.join(root, 'package-lock.json'));
  if (lock === null) throw new Error('package-lock.json is missing');
  return reasonToInstall(lock, readLock(path.join(root, 'node_modules', '.package-lock.json')));
}

/** @param {string} file @returns {Lock | null} */
function readLock(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return JSON.parse(text);
}

/** @param {string} place such as `node_modules/a/node_modules/b` */
function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
