import type { TextLayout } from "../../board/face";

const layout: TextLayout = { exampleHeight: "62rem" };

export default layout;
