import type { Attachment } from 'svelte/attachments';

/** Pixels of an element at the edge of its list that count as out of sight. */
const edge = 20;

/** Reports whether the element is in sight of its list; `false` also when it is removed. */
export const inSight =
  (report: (isInSight: boolean) => void): Attachment =>
  (element) => {
    const observer = new IntersectionObserver(
      (changes) => {
        report(changes.at(-1)?.isIntersecting === true);
      },
      { root: element.closest('[role="list"]'), rootMargin: `-${edge}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      report(false);
    };
  };
