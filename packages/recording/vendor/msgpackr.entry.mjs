export { Packr, RESET_BUFFER_MODE, Unpackr } from "msgpackr";
