import type { TextLayout } from "../../board/face";

const layout: TextLayout = { isSquareOnPhones: true, hidesQuestionOnPhones: true };

export default layout;
