/** What is wider than its place is scrolled by keys, too; where all of it is seen no key stops there. */
export function reachable(node: HTMLElement): () => void {
  const look = () => {
    if (node.scrollWidth > node.clientWidth + 1) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const observer = new ResizeObserver(look);
  observer.observe(node);
  look();
  return () => observer.disconnect();
}
