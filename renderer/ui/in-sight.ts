import type { Attachment } from 'svelte/attachments';

/** Pixels of an element at the edge of its list that count as out of sight. */
const edge = 20;

/** Has `key` in `keys` while the element is in sight of its list. */
export const inSight =
  (keys: Set<string>, key: string): Attachment =>
  (element) => {
    const observer = new IntersectionObserver(
      (changes) => {
        if (changes.at(-1)?.isIntersecting === true) keys.add(key);
        else keys.delete(key);
      },
      { root: element.closest('[role="list"]'), rootMargin: `-${edge}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      keys.delete(key);
    };
  };
