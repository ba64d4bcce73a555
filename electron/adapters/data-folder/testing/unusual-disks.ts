import { spawnSync } from 'node:child_process';

/** A command that can run inside another one. */
export type Command = readonly [string, ...string[]];

/** Whether tests can mount a file system in their own namespace. */
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

/**
 * Returns a command that sees a folder with its content on a full disk. Other processes see the
 * real disk.
 */
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

/** Returns a command that sees a folder as read-only. */
export const onReadOnlyDisk = (folder: string, command: Command): Command =>
  inNamespace('mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"', folder, command);
