// SYNTAX TEST "source.red" "RED"
process count = 2;
// <------- storage.type.red
mode m { when true may goto m; }
// <---- keyword.control.red
//            ^^^^ constant.language.red
