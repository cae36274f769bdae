// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Variables of every kind of type, for traces that name what changed.
contract StorageTypes {
    enum Color {
        Red,
        Green
    }

    struct Point {
        int64 x;
        uint64 y;
        string note;
        uint16[3] path;
    }

    bool internal flag;
    int16 internal signed;
    Color internal color;
    bytes4 internal tag;
    address internal account;
    uint24[] internal list;
    Point[] internal points;
    Point internal origin;
    bytes internal data;
    mapping(bytes4 tag => mapping(bool side => Point)) internal nested;
    mapping(int8 number => mapping(string name => Color)) internal colors;
    mapping(bytes32 role => bool) internal roles;

    constructor() {
        roles[0] = true;
    }

    function change(string calldata note, bytes calldata newData) external {
        (flag, signed, color, tag, account) = (true, -5, Color.Green, 0x01020304, msg.sender);
        for (uint24 i = 1; i <= 12; ++i) list.push(i);
        points.push().x = -1;
        points.push().note = note;
        origin.note = note;
        data = newData;
    }

    function setMappings(bytes4 key, bool side, int8 number, string calldata name) external {
        nested[key][side].path = [1, 2, 3];
        nested[key][side].note = name;
        colors[number][name] = Color.Green;
    }

    function setSlot(uint256 slot, uint256 word) external {
        assembly {
            sstore(slot, word)
        }
    }

    function setNote(string calldata note) external {
        origin.note = note;
    }
}
