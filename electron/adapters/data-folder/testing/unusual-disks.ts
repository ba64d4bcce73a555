import { spawnSync } from 'node:child_process';

/** A command before which words are put, so that it runs on another disk. */
export type Command = readonly [string, ...string[]];

/** Whether this machine lets tests mount a file system, in a namespace of their own. */
export const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

/** The reason that a skipped test gives. */
export const noMount = 'mounting a file system is not permitted here';

const inNamespace = (script: string, folder: string, command: Command): Command => [
  'unshare',
  '-rm',
  'sh',
  '-ec',
  `${script}; exec "$@"`,
  folder,
  ...command,
];

/** Runs a command for which a folder is on a full disk, with what was in it. Nobody else sees that disk. */
export const onFullDisk = (folder: string, command: Command): Command =>
  inNamespace(
    [
      'cp -a "$0" "$0.copy"',
      'mount -t tmpfs -o size=8m none "$0"',
      'cp -a "$0.copy/." "$0"',
      'cat /dev/zero > "$0/filler" 2> /dev/null || true',
    ].join('; '),
    folder,
    command,
  );

/** Runs a command for which a folder is read-only. */
export const onReadOnlyDisk = (folder: string, command: Command): Command =>
  inNamespace('mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"', folder, command);
