interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

/**
 * The command lines of all descendants of a process, without its own.
 *
 * @param listing the output of `ps -o pid=,ppid=,args=`
 */
export function descendants(listing: string, ancestor: number): string[] {
  const processes = listing.split('\n').flatMap((line): Listed[] => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (args === undefined) return [];
    return [{ pid: Number(pid), parent: Number(parent), args }];
  });
  const found: string[] = [];
  const pending = [ancestor];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { pid, parent, args } of processes) {
      if (parent !== next) continue;
      pending.push(pid);
      found.push(args);
    }
  }
  return found;
}
